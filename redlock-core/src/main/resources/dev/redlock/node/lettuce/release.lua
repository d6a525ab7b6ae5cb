-- Gives back the votes that are the holder's, and no others, and tells those who wait. Works without records, too.
-- KEYS the votes   ARGV holder
-- 1 all were the holder's | 0 one had expired | 2 one is somebody else's
local holder, found = ARGV[at + 1], 1
for index = first, last do
  local key = KEYS[index]
  local present = call('GET', key)
  local separator = present and sub(present, HOLDER_LENGTH + 1, HOLDER_LENGTH + 1)
  if not present or separator == KEPT then
    if found == 1 then
      found = 0
    end
  elseif sub(present, 1, HOLDER_LENGTH) ~= holder then
    found = 2
  elseif separator == HELD then
    call('DEL', key)
  elseif separator == WANTED then
    hand_on(key, holder)
  else
    found = 2
  end
end
return found
