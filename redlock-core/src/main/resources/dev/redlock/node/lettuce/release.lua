-- Gives back the votes that are the holder's, and no others, and tells those who wait. Works without records, too.
-- KEYS the votes   ARGV holder
-- 1 all were the holder's | 0 one had expired | 2 one is somebody else's
local found = 1
for _, key in ipairs(KEYS) do
  local present = redis.call('GET', key)
  if is_held_by(present, ARGV[1]) then
    redis.call('DEL', key)
    redis.call('PUBLISH', key, ARGV[1])
  elseif present then
    found = 2
  elseif found == 1 then
    found = 0
  end
end
return found
