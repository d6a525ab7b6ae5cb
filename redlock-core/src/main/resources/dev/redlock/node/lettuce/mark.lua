-- Leaves a mark where there are no records, unless there is one. Whoever admits the node says which mark was there.
-- ARGV mark
-- the mark that is there now | '' there are records
local records = call('HMGET', RECORDS, '.run', '.mark')
if records[1] then
  return ''
end
if not records[2] then
  call('HSET', RECORDS, '.mark', ARGV[1])
end
return records[2] or ARGV[1]
