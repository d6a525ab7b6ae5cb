-- Looks at one vote.
-- KEYS the vote
-- {} there is none | {key, vote, remaining ms, last token}
local present = call('GET', KEYS[1])
if not present then
  return {}
end
local floor, high = read_meta()
return {KEYS[1], present, call('PTTL', KEYS[1]), last_token(name_of(KEYS[1]), floor or 0, high or 0)}
