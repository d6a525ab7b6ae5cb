-- Takes the vote away from whoever has it. The tokens stay, so that the next holder's token is larger. Which vote it was is
-- remembered until the holder's lease is over, or its next renewal would take a vote that is free for one that was lost.
-- KEYS the vote
-- {} there was none | {key, vote, remaining ms, last token} what was there
local present = vote_of(KEYS[1])
if not present then
  return {}
end
local remaining = call('PTTL', KEYS[1])
has_records()
hand_on(KEYS[1], '')
if remaining > 0 then
  -- Not even a node that is out of memory may refuse to free a vote.
  redis.pcall('SET', REVOKED .. name_of(KEYS[1]), present, 'PX', remaining)
end
return {KEYS[1], present, remaining, last_token(KEYS[1])}
