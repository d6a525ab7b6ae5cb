-- Several requests in one call. Each is carried out as if it had come alone, in this order; one that fails does not keep
-- the others from being carried out.
-- KEYS of all requests, one after another   ARGV for each request its operation, how many keys and how many arguments it has,
--      and its arguments
-- for each request its answer, or as a text what went wrong
local answers = {}
local key_at, argument_at = 0, 1
while argument_at < #ARGV do
  local operation = operations[ARGV[argument_at]]
  local keys, arguments = {}, {}
  for index = 1, tonumber(ARGV[argument_at + 1]) do
    keys[index] = KEYS[key_at + index]
  end
  for index = 1, tonumber(ARGV[argument_at + 2]) do
    arguments[index] = ARGV[argument_at + 2 + index]
  end
  key_at = key_at + #keys
  argument_at = argument_at + 3 + #arguments
  local carried_out, answer = pcall(operation, keys, arguments)
  if not carried_out or (type(answer) == 'table' and answer.err) then
    -- Newer versions of Redis throw a table, older ones a text.
    answer = type(answer) == 'table' and answer.err or tostring(answer)
  end
  answers[#answers + 1] = answer
end
return answers
