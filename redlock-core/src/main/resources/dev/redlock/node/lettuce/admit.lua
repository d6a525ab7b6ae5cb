-- Lets this node vote. Tokens go on above everything it may ever have given: above what it remembers, and above its clock
-- in microseconds, which has run on while it was gone. A node that comes back empty never starts again at 1.
-- ARGV run id of the process, number of nodes, longest ttl in milliseconds that anybody is known to use
-- the largest token it may have given
local meta = redis.call('HMGET', META, 'run', 'floor', 'high', 'maxttl')
local floor, high = tonumber(meta[2] or 0) or 0, tonumber(meta[3] or 0) or 0
local max_ttl = math.max(tonumber(meta[4] or 0) or 0, to_number(ARGV[3], 'the longest ttl'))
redis.call('HSET', META, 'maxttl', string.format('%.0f', max_ttl))
if meta[1] == ARGV[1] then
  return math.max(floor, high)
end
local time = redis.call('TIME')
local clock = time[1] * 1000000 + time[2]
local start = string.format('%.0f', math.max(floor, high, clock))
redis.call('HSET', META, 'run', ARGV[1], 'nodes', ARGV[2], 'floor', start, 'high', start,
  'rotated', string.format('%.0f', clock))
return tonumber(start)
