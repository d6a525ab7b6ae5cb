package dev.redlock.node.lettuce;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;
import java.util.AbstractList;
import org.jspecify.annotations.Nullable;

/** The answer of a script as it comes in: a number, a text, or a list of these. */
final class Answer extends CommandOutput<String, String, @Nullable Object> {
    private @Nullable Parts open;

    /** A list of which not all parts may have come yet. */
    private static final class Parts extends AbstractList<Object> {
        private final Object[] parts;
        private final @Nullable Parts outer;
        private int come;

        private Parts(int size, @Nullable Parts outer) {
            this.parts = new Object[size];
            this.outer = outer;
        }

        private void take(Object part) {
            parts[come++] = part;
        }

        private boolean isComplete() {
            return come == parts.length;
        }

        @Override
        public Object get(int index) {
            return parts[index];
        }

        @Override
        public int size() {
            return come;
        }
    }

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
        Parts list = new Parts(count, open);
        if (count == 0) {
            add(list);
        } else {
            open = list;
        }
    }

    private void add(Object part) {
        Object done = part;
        Parts list = open;
        while (list != null) {
            list.take(done);
            if (!list.isComplete()) {
                open = list;
                return;
            }
            done = list;
            list = list.outer;
        }
        open = null;
        output = done;
    }
}
