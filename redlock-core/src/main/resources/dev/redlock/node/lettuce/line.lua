-- Those who wait for a vote: comes after the prelude.

-- Frees a vote that others want, and tells them. It is kept for the first in line who can be told: for long enough to ask for
-- it, and not for long if that one has died. Others are refused meanwhile, and nobody holds it.
local function hand_on(key, holder)
  local name = sub(key, NAME_AT)
  call('DEL', key)
  local first = call('ZPOPMIN', LINES .. name)[1]
  while first do
    if call('PUBLISH', VOTES .. first, name) > 0 then
      -- Not even a node that is out of memory may refuse to free a vote.
      redis.pcall('SET', key, first .. KEPT .. 'the next in line', 'PX', KEPT_FOR)
      break
    end
    first = call('ZPOPMIN', LINES .. name)[1]
  end
  call('PUBLISH', key, holder)
end
