-- Comes before every script. Redis runs a script as one atomic step; all guarantees of a node rest on that.
--
--   PREFIX:NAME    string with a ttl   the vote: the holder's id, a tab, a text for people
--   PREFIX.tokens  hash                for each name the last token this node gave
--   PREFIX.meta    hash                run: the process that was admitted; nodes: the size of the cluster;
--                                      floor: no name starts below it; high: the largest token ever given;
--                                      rotated: when the tokens were last dropped, in microseconds;
--                                      mark: left there before there was a run, so that another loss of the data shows
--   PREFIX.revoked:NAME  string with a ttl  the vote that was taken away by force, for as long as it would have lasted
--
-- Numbers in Lua are doubles, exact up to 2^53 - 1, and are written with %.0f because tostring() rounds to 14 digits.
local VOTES, TOKENS, META, REVOKED = '@prefix@:', '@prefix@.tokens', '@prefix@.meta', '@prefix@.revoked:'
-- Where the name begins in the key of a vote, and how long a holder's id is.
local NAME_AT, HOLDER_LENGTH = #VOTES + 1, @holder-length@
local LARGEST_TOKEN = 9007199254740991
local FORGOTTEN = -1
local call, sub, format = redis.call, string.sub, string.format
