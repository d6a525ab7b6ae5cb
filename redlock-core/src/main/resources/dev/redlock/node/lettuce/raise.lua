-- Remembers the token that the holder got elsewhere, only while every vote is still the holder's: otherwise somebody may
-- have been given the same token in between.
-- KEYS the votes   ARGV holder, token
-- 1 done | 0 not held | -1 the node has lost its records
local floor, high = read_meta()
if not floor then
  return FORGOTTEN
end
for _, key in ipairs(KEYS) do
  if not is_held_by(redis.call('GET', key), ARGV[1]) then
    return 0
  end
end
remember(KEYS, to_number(ARGV[2], 'the token'), floor, high)
return 1
