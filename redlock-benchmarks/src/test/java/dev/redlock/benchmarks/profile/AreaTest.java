package dev.redlock.benchmarks.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** To whom the time of a stack is booked. The innermost frame comes first. */
class AreaTest {

    @ParameterizedTest
    @CsvSource({
        "WAIT, sun.nio.ch.EPoll.wait io.netty.channel.nio.NioIoHandler.select",
        "READ, sun.nio.ch.SocketDispatcher.read0 sun.nio.ch.SocketChannelImpl.read io.netty.buffer.ByteBuf.setBytes",
        "WRITE, sun.nio.ch.FileDispatcherImpl.write0 sun.nio.ch.IOUtil.write io.netty.channel.socket.nio.Nio.doWrite",
        "WRITE, sun.nio.ch.FileDispatcherImpl.writev0 io.netty.channel.socket.nio.Nio.doWrite",
        "WAKE, sun.nio.ch.EventFD.set0 sun.nio.ch.EPollSelectorImpl.wakeup io.netty.channel.nio.NioIoHandler.wakeup",
        "WAKE, java.util.concurrent.locks.LockSupport.unpark dev.redlock.Waiting.wake"
    })
    void a_system_call_is_an_area_of_its_own_whoever_makes_it(Area area, String stack) {
        assertThat(Area.of(stack(stack))).isEqualTo(area);
    }

    @ParameterizedTest
    @CsvSource({
        "PROTOCOL, java.util.ArrayList.add dev.redlock.protocol.AcquireRound.start dev.redlock.runtime.Acquisition.run",
        "RUNTIME, dev.redlock.runtime.Engine.on dev.redlock.node.lettuce.LettuceSession.send",
        "NODE, java.lang.String.getBytes dev.redlock.node.lettuce.Words.of io.lettuce.core.protocol.CommandEncoder.encode",
        "DOOR, dev.redlock.Redlock.acquire dev.redlock.benchmarks.contender.Ours.lock",
        "LETTUCE, io.lettuce.core.protocol.CommandHandler.decode io.netty.channel.Pipeline.fireRead",
        "NETTY, java.nio.ByteBuffer.put io.netty.buffer.ByteBuf.write io.lettuce.core.protocol.Command.encode",
        "MEASURING, java.lang.StringBuilder.append dev.redlock.benchmarks.measure.Stage.newName",
        "JDK, java.util.concurrent.ThreadPoolExecutor.runWorker java.lang.Thread.run"
    })
    void other_work_belongs_to_the_nearest_caller_that_is_not_of_the_jdk(Area area, String stack) {
        assertThat(Area.of(stack(stack))).isEqualTo(area);
    }

    @Test
    void memory_access_by_unsafe_is_not_the_handling_of_threads() {
        assertThat(Area.of(stack("jdk.internal.misc.Unsafe.putIntOpaque io.netty.buffer.ByteBuf.release")))
                .isEqualTo(Area.NETTY);
    }

    @Test
    void a_stack_that_nobody_could_read_is_of_the_jdk() {
        assertThat(Area.of(List.of())).isEqualTo(Area.JDK);
    }

    static List<Frame> stack(String frames) {
        return Arrays.stream(frames.split(" ", -1))
                .map(frame -> new Frame(
                        frame.substring(0, frame.lastIndexOf('.')), frame.substring(frame.lastIndexOf('.') + 1)))
                .toList();
    }
}
