-- Gives back the votes that are the holder's, and no others, and tells those who wait. Works without records, too.
-- KEYS the votes   ARGV holder
-- 1 all were the holder's | 0 one had expired | 2 one is somebody else's
local found = 1
for index = 1, #KEYS do
  local key = KEYS[index]
  local stored = call('MGET', key, WANTED .. sub(key, NAME_AT))
  local present = stored[1]
  if not present or sub(present, HOLDER_LENGTH + 1, HOLDER_LENGTH + 1) == KEPT then
    if found == 1 then
      found = 0
    end
  elseif sub(present, 1, HOLDER_LENGTH + 1) == ARGV[1] .. '\t' then
    if stored[2] then
      hand_on(key, ARGV[1])
    else
      call('DEL', key)
    end
  else
    found = 2
  end
end
return found
