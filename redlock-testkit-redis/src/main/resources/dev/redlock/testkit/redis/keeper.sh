# Keeps one redis-server for a test JVM and obeys the orders that come in by the pipe.
# However the JVM ends, kill -9 included, the pipe ends with it; then the server and its directory go too.
# The signals of a Ctrl-C are ignored, or the keeper would die before it has cleaned up.
trap '' INT HUP TERM
directory=$1
shift
server=
while read -r order; do
    case $order in
        start)
            LD_PRELOAD=$REDLOCK_PRELOAD "$@" </dev/null >"$directory/output" 2>&1 &
            server=$!
            echo "$server"
            ;;
        wait)
            wait "$server"
            server=
            echo done
            ;;
        *)
            kill -s "$order" "$server"
            echo done
            ;;
    esac
done
if [ -n "$server" ]; then
    kill -s KILL "$server"
    wait "$server"
fi
rm -rf "$directory"
