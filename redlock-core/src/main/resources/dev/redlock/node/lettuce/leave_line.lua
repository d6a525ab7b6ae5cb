-- Whoever has this ticket does not wait any longer. What is kept for it is handed on.
-- KEYS the votes   ARGV ticket
-- 1 done
for index = 1, #KEYS do
  local key = KEYS[index]
  call('ZREM', LINES .. sub(key, NAME_AT), ARGV[1])
  local present = call('GET', key)
  if present and sub(present, 1, HOLDER_LENGTH + 1) == ARGV[1] .. KEPT then
    hand_on(key, '')
  end
end
return 1
