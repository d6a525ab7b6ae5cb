-- Gives the votes of all names to the holder, or none. Asked again by the same holder, it gives the same answer.
-- KEYS the votes   ARGV holder, vote, ttl in ms, proposed token
-- {1, token} granted | {0, remaining ms, vote, last token} somebody else's | {-1} the node has lost its records
local holder, vote, ttl, value = ARGV[1], ARGV[2], ARGV[3], to_number(ARGV[4], 'the proposal')
local floor, high = read_meta()
if not floor then
  return {FORGOTTEN}
end
local held, given = 0, 0
for _, key in ipairs(KEYS) do
  local last = last_token(name_of(key), floor, high)
  local present = redis.call('GET', key)
  if is_held_by(present, holder) then
    held = held + 1
  elseif present then
    return {0, redis.call('PTTL', key), present, last}
  end
  given = math.max(given, last)
end
if held == #KEYS then
  return {1, given}
end
value = math.max(value, given + 1)
if value > LARGEST_TOKEN then
  return redis.error_reply('ERR the tokens of this node are used up')
end
for _, key in ipairs(KEYS) do
  redis.call('SET', key, vote, 'PX', ttl)
end
remember(KEYS, value, floor, high)
return {1, value}
