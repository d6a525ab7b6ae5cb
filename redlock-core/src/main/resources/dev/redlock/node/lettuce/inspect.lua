-- Looks at one vote.
-- KEYS the vote
-- {} there is none | {key, vote, remaining ms, last token}
local present = vote_of(KEYS[1])
if not present then
  return {}
end
has_records()
return {KEYS[1], present, call('PTTL', KEYS[1]), last_token(KEYS[1])}
