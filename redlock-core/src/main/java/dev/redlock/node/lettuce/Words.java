package dev.redlock.node.lettuce;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;

/**
 * Strings as they go over the wire, put into bytes once for all nodes.
 *
 * @param count how many there are
 * @param bytes each as its length and its bytes, the way Redis wants to have them
 */
@SuppressWarnings("ArrayRecordComponent") // made once, and never compared
record Words(int count, byte[] bytes) {
    private static final byte[] LINE_END = {'\r', '\n'};

    static Words of(String... words) {
        int length = 0;
        for (String word : words) {
            int size = ByteBufUtil.utf8Bytes(word);
            length += 1 + digits(size) + 2 + size + 2;
        }
        byte[] bytes = new byte[length];
        ByteBuf buffer = Unpooled.wrappedBuffer(bytes).clear();
        for (String word : words) {
            int size = ByteBufUtil.utf8Bytes(word);
            buffer.writeByte('$');
            writeNumber(buffer, size);
            ByteBufUtil.reserveAndWriteUtf8(buffer, word, size);
            buffer.writeBytes(LINE_END);
        }
        return new Words(words.length, bytes);
    }

    void writeTo(ByteBuf buffer) {
        buffer.writeBytes(bytes);
    }

    /** Begins a command of so many words. */
    static void writeCount(ByteBuf buffer, int words) {
        buffer.writeByte('*');
        writeNumber(buffer, words);
    }

    /** A number as one more word. */
    static void writeWord(ByteBuf buffer, int number) {
        buffer.writeByte('$');
        writeNumber(buffer, digits(number));
        writeNumber(buffer, number);
    }

    private static void writeNumber(ByteBuf buffer, int number) {
        for (int unit = unit(number); unit > 0; unit /= 10) {
            buffer.writeByte('0' + number / unit % 10);
        }
        buffer.writeBytes(LINE_END);
    }

    /** The value of the first digit. */
    private static int unit(int number) {
        int unit = 1;
        while (number / unit >= 10) {
            unit *= 10;
        }
        return unit;
    }

    private static int digits(int number) {
        int digits = 1;
        for (int rest = number; rest >= 10; rest /= 10) {
            digits++;
        }
        return digits;
    }
}
