-- Comes before a script that may be part of a batch, and is not: everything in the call is its own.
local first, last, at, count = 1, #KEYS, 0, #ARGV
