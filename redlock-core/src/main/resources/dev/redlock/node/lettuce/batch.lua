-- Several requests in one call. Each is carried out as if it had come alone, in this order; one that fails does not keep
-- the others from being carried out.
-- KEYS of all requests, one after another   ARGV for each request its shape and its arguments. A shape is three characters:
--      the operation, and how many keys and how many arguments it has, counted from '0' on
-- for each request its answer, or as a text what went wrong
local answers, answered = {}, 0
local key_at, at, arguments = 1, 1, #ARGV
while at <= arguments do
  local operation, keys, count = string.byte(ARGV[at], 1, 3)
  keys, count = keys - 48, count - 48
  local carried_out, answer = pcall(operations[operation], key_at, key_at + keys - 1, at, count)
  if not carried_out or (type(answer) == 'table' and answer.err) then
    -- Newer versions of Redis throw a table, older ones a text.
    answer = type(answer) == 'table' and answer.err or tostring(answer)
  end
  answered = answered + 1
  answers[answered] = answer
  key_at = key_at + keys
  at = at + 1 + count
end
return answers
