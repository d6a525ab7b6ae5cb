-- Starts the ttl of the holder's votes anew. Votes that are free are taken again if the holder says that it still has a
-- quorum, but not those that were taken away by force; a vote of somebody else is never touched.
-- KEYS the votes   ARGV vote, ttl in ms, token, '1' to heal
-- 1 done | 2 healed | 0 not held | -1 the node has lost its records
local floor, high = read_records()
if not floor then
  return FORGOTTEN
end
local holder, held = sub(ARGV[1], 1, HOLDER_LENGTH), 0
for _, key in ipairs(KEYS) do
  local present = call('GET', key)
  if is_held_by(present, holder) then
    held = held + 1
  elseif present or ARGV[4] ~= '1' then
    return 0
  elseif is_held_by(call('GET', REVOKED .. name_of(key)), holder) then
    return 0
  end
end
for _, key in ipairs(KEYS) do
  -- PEXPIRE where the vote is there, because a node that is out of memory refuses SET.
  if call('PEXPIRE', key, ARGV[2]) == 0 then
    call('SET', key, ARGV[1], 'PX', ARGV[2])
  end
end
if held == #KEYS then
  return 1
end
remember(KEYS, to_number(ARGV[3], 'the token'), floor, high)
return 2
