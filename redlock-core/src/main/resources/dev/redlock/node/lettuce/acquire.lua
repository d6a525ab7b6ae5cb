-- Gives the votes of all names to the holder, or none. Asked again by the same holder, it gives the same answer.
-- KEYS the votes   ARGV vote, ttl in ms, proposed token; for who may have a place in line: ticket, '1' to take one
-- token granted | {remaining ms, vote, last token, how many are in line with us} somebody else's | -1 the node has lost its
-- records
--
-- Every lock runs this once on every node, so it does not look at a vote that it can have, nor at the last token of a name if
-- the proposal is larger than all that this node has given.
local vote, ttl, text, ticket = ARGV[at + 1], ARGV[at + 2], ARGV[at + 3], count > 3 and ARGV[at + 4]
if not has_records() then
  return FORGOTTEN
end
local value = tonumber(text) or error('the proposal is not a number')
if value <= high or value <= floor then
  local given = 0
  for index = first, last do
    given = math.max(given, last_token(KEYS[index]))
  end
  if value <= given then
    value = given + 1
    text = format('%.0f', value)
  end
end
if first == last and not ticket and value <= LARGEST_TOKEN then
  -- A node that is out of memory refuses this even if the vote is somebody's, who then has to be told of below.
  local granted = redis.pcall('SET', KEYS[first], vote, 'PX', ttl, 'NX')
  if granted and granted.ok then
    store_token(KEYS[first], value, text)
    return value
  end
end
local holder, held, given = sub(vote, 1, HOLDER_LENGTH), 0, 0
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
      return {remaining, present, last_token(key), waiting}
    end
    held = held + 1
    given = math.max(given, last_token(key))
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
  store_token(key, value, text)
  if ticket then
    local line = LINES .. sub(key, NAME_AT)
    call('ZREM', line, ticket)
    if call('ZCARD', line) > 0 then
      call('SETRANGE', key, HOLDER_LENGTH, WANTED)
    end
  end
end
return value
