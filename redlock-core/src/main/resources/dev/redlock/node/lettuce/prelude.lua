-- Comes before every script. Redis runs a script as one atomic step; all guarantees of a node rest on that.
--
--   PREFIX:NAME    string with a ttl   the vote: the holder's id, a tab, a text for people
--   PREFIX.tokens  hash                for each name the last token this node gave
--   PREFIX.meta    hash                run: the process that was admitted; nodes: the size of the cluster;
--                                      floor: no name starts below it; high: the largest token ever given;
--                                      rotated: when the tokens were last dropped, in microseconds
--   PREFIX.revoked:NAME  string with a ttl  the vote that was taken away by force, for as long as it would have lasted
--
-- Numbers in Lua are doubles, exact up to 2^53 - 1, and are written with %.0f because tostring() rounds to 14 digits.
local VOTES, TOKENS, META, REVOKED = '@prefix@:', '@prefix@.tokens', '@prefix@.meta', '@prefix@.revoked:'
local LARGEST_TOKEN = 9007199254740991
local FORGOTTEN = -1

local function name_of(key)
  return string.sub(key, #VOTES + 1)
end

local function is_held_by(vote, holder)
  return vote and string.sub(vote, 1, #holder + 1) == holder .. '\t'
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
  local entry = redis.call('HGET', TOKENS, name)
  if entry then
    return math.max(floor, to_number(entry, 'the token of ' .. name))
  end
  if high > floor and redis.call('EXISTS', TOKENS) == 0 then
    -- Whoever gave the largest token has left an entry, or raised the floor when dropping it. So somebody else has deleted
    -- the entries, and any name may have got as far as the largest token.
    redis.call('HSET', META, 'floor', string.format('%.0f', high))
    return high
  end
  return floor
end

local function remember(keys, value, floor, high)
  for _, key in ipairs(keys) do
    local name = name_of(key)
    if value > last_token(name, floor, high) then
      redis.call('HSET', TOKENS, name, string.format('%.0f', value))
    end
  end
  if value > high then
    redis.call('HSET', META, 'high', string.format('%.0f', value))
  end
end

-- The floor and the largest token given, or nothing if this node has lost its records and must not vote.
local function read_meta()
  local meta = redis.call('HMGET', META, 'run', 'floor', 'high')
  if meta[1] then
    return to_number(meta[2], 'the floor'), to_number(meta[3], 'the largest token')
  end
end
