-- Looks at all votes, a page at a time.
-- ARGV cursor
-- {next cursor, key, vote, remaining ms, last token, key, …}
local page = call('SCAN', ARGV[1], 'MATCH', VOTES .. '*', 'COUNT', 500, 'TYPE', 'string')
has_records()
local answer = {page[1]}
for _, key in ipairs(page[2]) do
  local present = vote_of(key)
  if present then
    table.insert(answer, key)
    table.insert(answer, present)
    table.insert(answer, call('PTTL', key))
    table.insert(answer, last_token(key))
  end
end
return answer
