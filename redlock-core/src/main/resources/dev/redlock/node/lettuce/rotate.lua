-- Drops the token entries of all names, so that names do not pile up. The floor is raised above all of them in the same
-- step, so that no name ever goes back. Doing it too often or too early, by a wrong clock, costs nothing.
-- ARGV retention in microseconds
-- 1 done | 0 too early | -1 the node has lost its records
if not has_records() then
  return FORGOTTEN
end
local time = call('TIME')
local clock = time[1] * 1000000 + time[2]
local kept = call('HMGET', RECORDS, '.rotated', '.run', '.nodes', '.maxttl')
local age = clock - (tonumber(kept[1]) or 0)
if age >= 0 and age < to_number(ARGV[1], 'the retention') then
  return 0
end
-- Written twice: a node that is out of memory refuses the first, before anything is gone, and nothing after that.
local raised = format('%.0f', math.max(floor, high))
call('HSET', RECORDS, '.floor', raised)
call('UNLINK', RECORDS)
call('HSET', RECORDS, '.floor', raised, '.high', format('%.0f', high), '.rotated', format('%.0f', clock),
  '.run', kept[2], '.nodes', kept[3] or '', '.maxttl', kept[4] or '', '.about', ABOUT)
return 1
