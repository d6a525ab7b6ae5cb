-- Drops the token entries of all names, so that names do not pile up. The floor is raised above all of them in the same
-- step, so that no name ever goes back. Doing it too often or too early, by a wrong clock, costs nothing.
-- ARGV retention in microseconds
-- 1 done | 0 too early | -1 the node has lost its records
local floor, high = read_meta()
if not floor then
  return FORGOTTEN
end
local time = call('TIME')
local clock = time[1] * 1000000 + time[2]
local age = clock - (tonumber(call('HGET', META, 'rotated')) or 0)
if age >= 0 and age < to_number(ARGV[1], 'the retention') then
  return 0
end
call('HSET', META, 'floor', format('%.0f', math.max(floor, high)), 'rotated', format('%.0f', clock))
call('UNLINK', TOKENS)
return 1
