# Ends the process group of a command under a lock when the process that renews the lock cannot do it any more: it was
# killed, stopped, or hangs. On the input come lines "GROUP SECONDS": unless another line comes within so many seconds, the
# lease is about to end and the group is killed. The line "end" ends the watch; an input that ends without it means that
# whoever renewed the lock is gone, and nobody will do so again.
# The arguments are the program that starts another one in a session of its own, so that a timer can be ended with its sleep.
# The signals of a terminal are for the command, not for us.
trap '' INT HUP TERM QUIT TSTP
timer=
group=
while read -r order seconds; do
    [ -z "$timer" ] || kill -s KILL -- "-$timer"
    [ "$order" != end ] || exit 0
    group=$order
    "$@" sh -c 'sleep "$1"; kill -s KILL -- "-$2"' timer "$seconds" "$group" &
    timer=$!
done
[ -n "$group" ] || exit 0
kill -s TERM -- "-$group"
while kill -s 0 -- "-$group"; do
    sleep 0.1
done
kill -s KILL -- "-$timer"
