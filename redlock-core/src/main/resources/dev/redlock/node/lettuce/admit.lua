-- Lets this node vote. Tokens go on above everything it may ever have given: above what it remembers, above what the sender
-- has seen on other nodes, and above its clock in microseconds, which has run on while it was gone. A node that comes back
-- empty never starts again at 1.
-- ARGV run id of the process, run id that the sender has read in the records, or the mark ('' for neither), number of nodes,
--      largest token and longest ttl in milliseconds that the sender knows of
-- the largest token it may have given | -1 the records were lost or replaced since the sender read them
local records = call('HMGET', RECORDS, '.run', '.floor', '.high', '.maxttl', '.mark')
local floor, high = tonumber(records[2] or 0) or 0, tonumber(records[3] or 0) or 0
if records[1] ~= ARGV[1] and (records[1] or records[5] or '') ~= ARGV[2] then
  return FORGOTTEN
end
local max_ttl = math.max(tonumber(records[4] or 0) or 0, to_number(ARGV[5], 'the longest ttl'))
call('HSET', RECORDS, '.maxttl', format('%.0f', max_ttl))
if records[1] == ARGV[1] then
  return math.max(floor, high)
end
local time = call('TIME')
local clock = time[1] * 1000000 + time[2]
local start = format('%.0f', math.max(floor, high, to_number(ARGV[4], 'the largest token'), clock))
call('HSET', RECORDS, '.run', ARGV[1], '.nodes', ARGV[3], '.floor', start, '.high', start,
  '.rotated', format('%.0f', clock), '.about', ABOUT)
return tonumber(start)
