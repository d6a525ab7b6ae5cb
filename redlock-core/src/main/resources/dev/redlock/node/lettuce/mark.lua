-- Leaves a mark where there are no records, unless there is one. Whoever admits the node says which mark was there.
-- ARGV mark
-- the mark that is there now | '' there are records
local meta = call('HMGET', META, 'run', 'mark')
if meta[1] then
  return ''
end
if not meta[2] then
  call('HSET', META, 'mark', ARGV[1])
end
return meta[2] or ARGV[1]
