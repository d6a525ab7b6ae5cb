-- Gives the votes of all names to the holder, or none. Asked again by the same holder, it gives the same answer.
-- KEYS the votes   ARGV vote, ttl in ms, proposed token
-- {1, token} granted | {0, remaining ms, vote, last token} somebody else's | {-1} the node has lost its records
--
-- Every lock runs this once on every node, so it does without functions and reads nothing twice.
local vote, ttl, text = ARGV[1], ARGV[2], ARGV[3]
local meta = call('HMGET', META, 'run', 'floor', 'high')
if not meta[1] then
  return {FORGOTTEN}
end
local floor = tonumber(meta[2]) or error('the floor is not a number')
local high = tonumber(meta[3]) or error('the largest token is not a number')
local value = tonumber(text) or error('the proposal is not a number')
local holder = sub(vote, 1, HOLDER_LENGTH + 1)
local held, given = 0, floor
for index = 1, #KEYS do
  local key = KEYS[index]
  local last = floor
  local entry = call('HGET', TOKENS, sub(key, NAME_AT))
  if entry then
    local token = tonumber(entry) or error('the token of ' .. sub(key, NAME_AT) .. ' is not a number')
    if token > floor then
      last = token
    end
  elseif high > floor and call('EXISTS', TOKENS) == 0 then
    -- Whoever gave the largest token has left an entry, see records.lua.
    call('HSET', META, 'floor', meta[3])
    last = high
  end
  local present = call('GET', key)
  if present then
    if sub(present, 1, HOLDER_LENGTH + 1) ~= holder then
      return {0, call('PTTL', key), present, last}
    end
    held = held + 1
  end
  if last > given then
    given = last
  end
end
if held == #KEYS then
  return {1, given}
end
if value <= given then
  value = given + 1
  text = format('%.0f', value)
end
if value > LARGEST_TOKEN then
  return redis.error_reply('ERR the tokens of this node are used up')
end
for index = 1, #KEYS do
  local key = KEYS[index]
  call('SET', key, vote, 'PX', ttl)
  call('HSET', TOKENS, sub(key, NAME_AT), text)
end
if value > high then
  call('HSET', META, 'high', text)
end
return {1, value}
