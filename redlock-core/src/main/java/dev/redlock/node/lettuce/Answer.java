package dev.redlock.node.lettuce;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer of a script as it comes in: a number, a text, or a list of these. */
final class Answer extends CommandOutput<String, String, @Nullable Object> {
    private @Nullable OpenList open;

    /** A list of which not all parts have come. */
    private record OpenList(
            List<Object> parts, int size, @Nullable OpenList outer) {}

    Answer() {
        super(StringCodec.UTF8, null);
    }

    @Override
    public void set(@Nullable ByteBuffer bytes) {
        if (bytes == null) {
            throw new IllegalStateException("no script of ours answers with nothing");
        }
        add(codec.decodeValue(bytes));
    }

    @Override
    public void set(long integer) {
        add(integer);
    }

    @Override
    public void multi(int count) {
        OpenList list = new OpenList(new ArrayList<>(count), count, open);
        if (count == 0) {
            add(list.parts());
        } else {
            open = list;
        }
    }

    private void add(Object part) {
        Object done = part;
        OpenList list = open;
        while (list != null) {
            list.parts().add(done);
            if (list.parts().size() < list.size()) {
                open = list;
                return;
            }
            done = list.parts();
            list = list.outer();
        }
        open = null;
        output = done;
    }
}
