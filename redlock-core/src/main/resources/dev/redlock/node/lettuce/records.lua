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

local function remember(first, last, value)
  local text = format('%.0f', value)
  for index = first, last do
    if value > last_token(KEYS[index]) then
      store_token(KEYS[index], value, text)
    end
  end
end
