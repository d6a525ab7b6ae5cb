package dev.redlock.node.lettuce;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Strings as they go over the wire, put into bytes once for all nodes.
 *
 * @param count how many there are
 * @param bytes each as its length and its bytes, the way Redis wants to have them
 */
@SuppressWarnings("ArrayRecordComponent") // made once, and never compared
record Words(int count, byte[] bytes) {
    private static final byte[] LINE_END = {'\r', '\n'};

    static Words of(List<String> words) {
        byte[][] texts = new byte[words.size()][];
        int length = 0;
        for (int index = 0; index < texts.length; index++) {
            texts[index] = words.get(index).getBytes(StandardCharsets.UTF_8);
            length += 1 + digits(texts[index].length) + 2 + texts[index].length + 2;
        }
        byte[] bytes = new byte[length];
        int at = 0;
        for (byte[] text : texts) {
            at = writeHead(bytes, at, text.length);
            System.arraycopy(text, 0, bytes, at, text.length);
            at = writeLineEnd(bytes, at + text.length);
        }
        return new Words(words.size(), bytes);
    }

    static Words of(String... words) {
        return of(List.of(words));
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

    private static int writeHead(byte[] bytes, int from, int number) {
        int at = from;
        bytes[at++] = '$';
        for (int unit = unit(number); unit > 0; unit /= 10) {
            bytes[at++] = (byte) ('0' + number / unit % 10);
        }
        return writeLineEnd(bytes, at);
    }

    private static int writeLineEnd(byte[] bytes, int at) {
        bytes[at] = '\r';
        bytes[at + 1] = '\n';
        return at + 2;
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
