-- Starts the ttl of the holder's votes anew. Votes that are free are taken again if the holder says that it still has a
-- quorum, but not those that were taken away by force; a vote of somebody else is never touched.
-- KEYS the votes   ARGV holder, vote, ttl in ms, token, '1' to heal
-- 1 done | 2 healed | 0 not held | -1 the node has lost its records
local floor, high = read_meta()
if not floor then
  return FORGOTTEN
end
local held = 0
for _, key in ipairs(KEYS) do
  local present = redis.call('GET', key)
  if is_held_by(present, ARGV[1]) then
    held = held + 1
  elseif present or ARGV[5] ~= '1' then
    return 0
  elseif is_held_by(redis.call('GET', REVOKED .. name_of(key)), ARGV[1]) then
    return 0
  end
end
for _, key in ipairs(KEYS) do
  -- PEXPIRE where the vote is there, because a node that is out of memory refuses SET.
  if redis.call('PEXPIRE', key, ARGV[3]) == 0 then
    redis.call('SET', key, ARGV[2], 'PX', ARGV[3])
  end
end
if held == #KEYS then
  return 1
end
remember(KEYS, to_number(ARGV[4], 'the token'), floor, high)
return 2
