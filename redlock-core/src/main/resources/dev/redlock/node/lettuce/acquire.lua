-- Gives the votes of all names to the holder, or none. Asked again by the same holder, it gives the same answer.
-- KEYS the votes   ARGV vote, ttl in ms, proposed token; for who may have a place in line: ticket, '1' to take one
-- token granted | {remaining ms, vote, last token, how many are in line with us} somebody else's | -1 the node has lost its
-- records
--
-- Every lock runs this once on every node, so it does without functions, reads nothing twice, and does not look at a vote that
-- it can have.
local vote, ttl, text, ticket = ARGV[at + 1], ARGV[at + 2], ARGV[at + 3], count > 3 and ARGV[at + 4]
local field = field_of(KEYS[first])
local records = call('HMGET', RECORDS, '.run', '.floor', '.high', field)
if not records[1] then
  return FORGOTTEN
end
local floor = tonumber(records[2]) or error('the floor is not a number')
local high = tonumber(records[3]) or error('the largest token is not a number')
local value = tonumber(text) or error('the proposal is not a number')
local entry, given = records[4], floor
for index = first, last do
  if index > first then
    entry = call('HGET', RECORDS, field_of(KEYS[index]))
  end
  if entry then
    local token = tonumber(entry) or error('the token of ' .. sub(KEYS[index], NAME_AT) .. ' is not a number')
    if token > given then
      given = token
    end
  end
end
if value <= given then
  value = given + 1
  text = format('%.0f', value)
end
local largest = value > high and text or records[3]
if first == last and not ticket and value <= LARGEST_TOKEN then
  -- A node that is out of memory refuses this even if the vote is somebody's, who then has to be told of below.
  local granted = redis.pcall('SET', KEYS[first], vote, 'PX', ttl, 'NX')
  if granted and granted.ok then
    call('HSET', RECORDS, field, text, '.high', largest)
    return value
  end
end
local holder, held = sub(vote, 1, HOLDER_LENGTH), 0
for index = first, last do
  local key = KEYS[index]
  local present = call('GET', key)
  if present and not (ticket and sub(present, 1, HOLDER_LENGTH + 1) == ticket .. KEPT) then
    local separator = sub(present, HOLDER_LENGTH + 1, HOLDER_LENGTH + 1)
    if sub(present, 1, HOLDER_LENGTH) ~= holder or (separator ~= HELD and separator ~= WANTED) then
      local remaining, waiting = call('PTTL', key), 0
      -- What cannot be noted by a node that is out of memory is left undone: who asks will look again.
      if separator == HELD then
        redis.pcall('SETRANGE', key, HOLDER_LENGTH, WANTED)
      end
      if ticket and ARGV[at + 5] == '1' then
        local line, time = LINES .. sub(key, NAME_AT), call('TIME')
        redis.pcall('ZADD', line, 'NX', time[1] * 1000000 + time[2], ticket)
        -- Who waits asks again when the vote has ended by itself; whoever has not done so has gone.
        if call('PTTL', line) < remaining + KEPT_FOR then
          call('PEXPIRE', line, remaining + KEPT_FOR)
        end
        waiting = call('ZCARD', line)
      end
      local latest = given
      if first < last then
        latest = math.max(floor, tonumber(call('HGET', RECORDS, field_of(key)) or floor))
      end
      return {remaining, present, latest, waiting}
    end
    held = held + 1
  end
end
if held == last - first + 1 then
  return given
end
if value > LARGEST_TOKEN then
  return redis.error_reply('ERR the tokens of this node are used up')
end
for index = first, last do
  local key = KEYS[index]
  call('SET', key, vote, 'PX', ttl)
  call('HSET', RECORDS, field_of(key), text, '.high', largest)
  if ticket then
    local line = LINES .. sub(key, NAME_AT)
    call('ZREM', line, ticket)
    if call('ZCARD', line) > 0 then
      call('SETRANGE', key, HOLDER_LENGTH, WANTED)
    end
  end
end
return value
