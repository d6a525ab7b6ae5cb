-- Gives the votes of all names to the holder, or none. Asked again by the same holder, it gives the same answer.
-- KEYS the votes   ARGV vote, ttl in ms, proposed token; for who may have a place in line: ticket, '1' to take one
-- token granted | {remaining ms, vote, last token, how many are in line with us} somebody else's | -1 the node has lost its
-- records
--
-- Every lock runs this once on every node, so it does without functions and reads nothing twice.
local vote, ttl, text, ticket = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local records = call('HMGET', RECORDS, '.run', '.floor', '.high', field_of(KEYS[1]))
if not records[1] then
  return FORGOTTEN
end
local floor = tonumber(records[2]) or error('the floor is not a number')
local high = tonumber(records[3]) or error('the largest token is not a number')
local value = tonumber(text) or error('the proposal is not a number')
local entry = records[4]
local holder = sub(vote, 1, HOLDER_LENGTH + 1)
local held, given = 0, floor
for index = 1, #KEYS do
  local key = KEYS[index]
  if index > 1 then
    entry = call('HGET', RECORDS, field_of(key))
  end
  local last = entry and (tonumber(entry) or error('the token of ' .. sub(key, NAME_AT) .. ' is not a number')) or floor
  if last < floor then
    last = floor
  end
  local present = call('GET', key)
  if present and not (ticket and sub(present, 1, HOLDER_LENGTH + 1) == ticket .. KEPT) then
    if sub(present, 1, HOLDER_LENGTH + 1) ~= holder then
      local name, remaining, waiting = sub(key, NAME_AT), call('PTTL', key), 0
      -- What cannot be noted by a node that is out of memory is left undone: who asks will look again.
      redis.pcall('SET', WANTED .. name, '', 'PX', remaining > 0 and remaining or KEPT_FOR)
      if ARGV[5] == '1' then
        local line, time = LINES .. name, call('TIME')
        redis.pcall('ZADD', line, 'NX', time[1] * 1000000 + time[2], ticket)
        -- Who waits asks again when the vote has ended by itself; whoever has not done so has gone.
        if call('PTTL', line) < remaining + KEPT_FOR then
          call('PEXPIRE', line, remaining + KEPT_FOR)
        end
        waiting = call('ZCARD', line)
      end
      return {remaining, present, last, waiting}
    end
    held = held + 1
  end
  if last > given then
    given = last
  end
end
if held == #KEYS then
  return given
end
if value <= given then
  value = given + 1
  text = format('%.0f', value)
end
if value > LARGEST_TOKEN then
  return redis.error_reply('ERR the tokens of this node are used up')
end
local largest = value > high and text or records[3]
for index = 1, #KEYS do
  local key = KEYS[index]
  call('SET', key, vote, 'PX', ttl)
  call('HSET', RECORDS, field_of(key), text, '.high', largest)
  if ticket then
    local name = sub(key, NAME_AT)
    call('ZREM', LINES .. name, ticket)
    if call('ZCARD', LINES .. name) > 0 then
      call('SET', WANTED .. name, '', 'PX', ttl)
    end
  end
end
return value
