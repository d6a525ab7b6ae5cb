-- Starts the ttl of the holder's votes anew. Votes that are free are taken again if the holder says that it still has a
-- quorum, but not those that were taken away by force; a vote of somebody else is never touched.
-- KEYS the votes   ARGV vote, ttl in ms, token, '1' to heal
-- 1 done | 2 healed | 0 not held | -1 the node has lost its records
if not has_records() then
  return FORGOTTEN
end
local vote, ttl, token, heals = ARGV[at + 1], ARGV[at + 2], ARGV[at + 3], ARGV[at + 4] == '1'
local holder, held = sub(vote, 1, HOLDER_LENGTH), 0
for index = first, last do
  local key = KEYS[index]
  local present = call('GET', key)
  if is_held_by(present, holder) then
    held = held + 1
  elseif present or not heals then
    return 0
  elseif is_held_by(call('GET', REVOKED .. name_of(key)), holder) then
    return 0
  end
end
for index = first, last do
  -- PEXPIRE where the vote is there, because a node that is out of memory refuses SET.
  if call('PEXPIRE', KEYS[index], ttl) == 0 then
    call('SET', KEYS[index], vote, 'PX', ttl)
  end
end
if held == last - first + 1 then
  return 1
end
remember(first, last, to_number(token, 'the token'))
return 2
