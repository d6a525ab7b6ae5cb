-- What the scripts that run less often share: comes after the prelude.

-- For people who look at the records. It is longer than what Redis keeps in a small hash, in which it looks through all
-- entries for one: with it, a node finds an entry at once from the first name on.
local ABOUT = 'Kept by Redlock for Java. A node that loses this hash, or a part of it, may give a lock twice.'

local function name_of(key)
  return sub(key, NAME_AT)
end

local function is_held_by(vote, holder)
  local separator = vote and sub(vote, 1, HOLDER_LENGTH) == holder and sub(vote, HOLDER_LENGTH + 1, HOLDER_LENGTH + 1)
  return separator == HELD or separator == WANTED
end

-- The vote that somebody has: one that is kept for somebody is nobody's.
local function vote_of(key)
  local present = call('GET', key)
  return present and sub(present, HOLDER_LENGTH + 1, HOLDER_LENGTH + 1) ~= KEPT and present
end

local function to_number(text, what)
  local number = tonumber(text)
  if not number then
    error(what .. ' is not a number')
  end
  return number
end

-- The last token this node gave for the name of a vote. A name without an entry, or with one from before the node lost its
-- memory, counts from the floor.
local function last_token(key, floor)
  local entry = call('HGET', RECORDS, field_of(key))
  return entry and math.max(floor, to_number(entry, 'the token of ' .. name_of(key))) or floor
end

local function remember(first, last, value, floor, high)
  local text = format('%.0f', value)
  for index = first, last do
    if value > last_token(KEYS[index], floor) then
      call('HSET', RECORDS, field_of(KEYS[index]), text)
    end
  end
  if value > high then
    call('HSET', RECORDS, '.high', text)
  end
end

-- The floor and the largest token given, or nothing if this node has lost its records and must not vote.
local function read_records()
  local records = call('HMGET', RECORDS, '.run', '.floor', '.high')
  if records[1] then
    return to_number(records[2], 'the floor'), to_number(records[3], 'the largest token')
  end
end
