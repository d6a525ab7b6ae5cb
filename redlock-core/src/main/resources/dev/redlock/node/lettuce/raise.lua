-- Remembers the token that the holder got elsewhere, only while every vote is still the holder's: otherwise somebody may
-- have been given the same token in between. If this node has given more than it gave to the holder, somebody had the vote
-- in between, and an acquire that came twice has brought it back.
-- KEYS the votes   ARGV holder, value this node gave, token
-- 1 done | 0 not held | -1 the node has lost its records
if not has_records() then
  return FORGOTTEN
end
for _, key in ipairs(KEYS) do
  local is_latest = last_token(key) == to_number(ARGV[2], 'the value')
  if not is_latest or not is_held_by(call('GET', key), ARGV[1]) then
    return 0
  end
end
remember(1, #KEYS, to_number(ARGV[3], 'the token'))
return 1
