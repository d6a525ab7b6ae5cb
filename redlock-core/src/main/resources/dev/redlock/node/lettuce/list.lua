-- Looks at all votes, a page at a time.
-- ARGV cursor
-- {next cursor, key, vote, remaining ms, last token, key, …}
local page = call('SCAN', ARGV[1], 'MATCH', VOTES .. '*', 'COUNT', 500, 'TYPE', 'string')
local floor, high = read_meta()
local answer = {page[1]}
for _, key in ipairs(page[2]) do
  local present = call('GET', key)
  if present then
    table.insert(answer, key)
    table.insert(answer, present)
    table.insert(answer, call('PTTL', key))
    table.insert(answer, last_token(name_of(key), floor or 0, high or 0))
  end
end
return answer
