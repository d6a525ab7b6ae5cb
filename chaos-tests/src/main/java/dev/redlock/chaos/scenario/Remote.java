package dev.redlock.chaos.scenario;

import dev.redlock.chaos.actor.Message;
import dev.redlock.chaos.rig.ChildJvm;
import dev.redlock.chaos.rig.Rig;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The process of one client, over many runs: orders go in, answers come out. */
final class Remote {
    private final Map<Long, Call> open = new ConcurrentHashMap<>();
    private final AtomicLong lastId = new AtomicLong();
    private final ChildJvm process;

    Remote(Rig rig, String name) {
        this.process = rig.client(name, this::hear);
    }

    ChildJvm process() {
        return process;
    }

    private void hear(String line) {
        Message message = Message.parse(line);
        Call call = open.get(message.id());
        if (call != null) {
            call.hear(message);
        }
    }

    Message order(String word) {
        return Message.of(lastId.incrementAndGet(), word);
    }

    Call tell(Message order) {
        Call call = new Call(order, process::say);
        open.put(order.id(), call);
        process.say(order.line());
        return call;
    }

    /** After its death: whoever waits for an answer shall not. */
    void buried() {
        open.values().forEach(Call::clientDied);
    }
}
