-- Does once what the scripts of the lock do, on two keys of its own, and says what was refused.
-- KEYS a string like a vote, a hash like the records
local vote, hash = KEYS[1], KEYS[2]
local refused = {}
for _, command in ipairs({
  {'SET', vote, 'doctor', 'PX', '1000'}, {'GET', vote}, {'SETRANGE', vote, '0', 'd'}, {'PTTL', vote}, {'PEXPIRE', vote, '1000'},
  {'HSET', hash, 'f', 'v'}, {'HGET', hash, 'f'}, {'HMGET', hash, 'f'},
  {'PUBLISH', vote, ''}, {'SCAN', '0', 'COUNT', '1'}, {'TIME'}, {'DEL', vote}, {'UNLINK', hash},
  -- The key is free again, and serves as a line.
  {'ZADD', hash, '1', 't'}, {'ZCARD', hash}, {'ZREM', hash, 't'}, {'ZPOPMIN', hash}, {'DEL', hash},
}) do
  local answer = redis.pcall(unpack(command))
  if type(answer) == 'table' and answer.err then
    table.insert(refused, command[1] .. ': ' .. answer.err)
  end
end
return refused
