-- What the scripts that run less often share: comes after the prelude.

local function name_of(key)
  return sub(key, NAME_AT)
end

local function is_held_by(vote, holder)
  return vote and sub(vote, 1, HOLDER_LENGTH + 1) == holder .. '\t'
end

local function to_number(text, what)
  local number = tonumber(text)
  if not number then
    error(what .. ' is not a number')
  end
  return number
end

-- The last token this node gave for a name. A name without an entry, or with one from before the node lost its memory,
-- counts from the floor.
local function last_token(name, floor, high)
  local entry = call('HGET', TOKENS, name)
  if entry then
    return math.max(floor, to_number(entry, 'the token of ' .. name))
  end
  if high > floor and call('EXISTS', TOKENS) == 0 then
    -- Whoever gave the largest token has left an entry, or raised the floor when dropping it. So somebody else has deleted
    -- the entries, and any name may have got as far as the largest token.
    call('HSET', META, 'floor', format('%.0f', high))
    return high
  end
  return floor
end

local function remember(keys, value, floor, high)
  for _, key in ipairs(keys) do
    local name = name_of(key)
    if value > last_token(name, floor, high) then
      call('HSET', TOKENS, name, format('%.0f', value))
    end
  end
  if value > high then
    call('HSET', META, 'high', format('%.0f', value))
  end
end

-- The floor and the largest token given, or nothing if this node has lost its records and must not vote.
local function read_meta()
  local meta = call('HMGET', META, 'run', 'floor', 'high')
  if meta[1] then
    return to_number(meta[2], 'the floor'), to_number(meta[3], 'the largest token')
  end
end
