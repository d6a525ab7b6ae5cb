-- Comes before every script. Redis runs a script as one atomic step; all guarantees of a node rest on that.
--
--   PREFIX:NAME     string with a ttl   the vote: the holder's id, a tab, a text for people. With an exclamation mark instead
--                                       of the tab, somebody has asked for it in vain. With a question mark it is nobody's,
--                                       but kept for a moment for the client with that ticket
--   PREFIX.records  hash                NAME: the last token this node gave for a name;
--                                       .run: the process that was admitted; .nodes: the size of the cluster;
--                                       .floor: no name starts below it; .high: the largest token ever given;
--                                       .rotated: when the tokens were last dropped, in microseconds;
--                                       .maxttl: the longest ttl that anybody has told; .about: for people;
--                                       .mark: left there before there was a run, so that another loss of the data shows
--   PREFIX.line:NAME     sorted set         the tickets of those who wait for the vote, by when they came
--   PREFIX.revoked:NAME  string with a ttl  the vote that was taken away by force, for as long as it would have lasted
--
-- Everything that must not be lost apart is under one key, and is read by one command.
-- Numbers in Lua are doubles, exact up to 2^53 - 1, and are written with %.0f because tostring() rounds to 14 digits.
--
-- A script that can be part of a batch may not be alone in its call: its votes are KEYS[first] to KEYS[last], and its
-- arguments, as many as count says, follow ARGV[at].
local KEYS, ARGV = KEYS, ARGV
local VOTES, RECORDS = '@prefix@:', '@prefix@.records'
local LINES, REVOKED = '@prefix@.line:', '@prefix@.revoked:'
-- Where the name begins in the key of a vote; how long the id of a holder or a ticket is.
local NAME_AT, HOLDER_LENGTH = #VOTES + 1, @holder-length@
-- What follows the id of a holder: that, or if others want the vote, too.
local HELD, WANTED = '\t', '!'
-- What follows a ticket for which a vote is kept, and for how many milliseconds: long enough to hear of it and to ask, also
-- for a client that is far away or busy.
local KEPT, KEPT_FOR = '?', 100
local LARGEST_TOKEN = 9007199254740991
local FORGOTTEN = -1
local call, sub, format = redis.call, string.sub, string.format

-- Where the records have the token of the name of a vote: a name that begins with a dot is given a second one.
local function field_of(key)
  local name = sub(key, NAME_AT)
  return string.byte(name) == 46 and '.' .. name or name
end

-- Below which no name starts, and the largest token that this node has given, once they have been read. Whatever changes them
-- changes them here, too, so that a batch reads them once.
local floor, high

-- Whether this node has its records; without them it must not vote.
local function has_records()
  if floor then
    return true
  end
  local records = call('HMGET', RECORDS, '.run', '.floor', '.high')
  if not records[1] then
    return false
  end
  high = tonumber(records[3]) or error('the largest token is not a number')
  floor = tonumber(records[2]) or error('the floor is not a number')
  return true
end

-- The last token this node gave for the name of a vote. A name without an entry, or with one from before the node lost its
-- memory, counts from the floor; a node without records may have entries all the same.
local function last_token(key)
  local entry = call('HGET', RECORDS, field_of(key))
  local token = entry and (tonumber(entry) or error('the token of ' .. sub(key, NAME_AT) .. ' is not a number')) or 0
  return math.max(floor or 0, token)
end

local function store_token(key, value, text)
  if value > high then
    high = value
    call('HSET', RECORDS, field_of(key), text, '.high', text)
  else
    call('HSET', RECORDS, field_of(key), text)
  end
end
