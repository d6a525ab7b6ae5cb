package dev.redlock.benchmarks.profile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/** A recording of this JVM by the JDK Flight Recorder. */
final class FlightRecording implements AutoCloseable {
    private static final String IN_JAVA = "jdk.ExecutionSample";
    private static final String IN_SYSTEM_CALL = "jdk.NativeMethodSample";
    private static final String ALLOCATION = "jdk.ObjectAllocationSample";
    private static final Duration PERIOD = Duration.ofMillis(10);

    private final Recording recording = new Recording();

    private FlightRecording() {}

    static FlightRecording ofTime() {
        FlightRecording flight = new FlightRecording();
        flight.recording.enable(IN_JAVA).withPeriod(PERIOD);
        flight.recording.enable(IN_SYSTEM_CALL).withPeriod(PERIOD);
        flight.recording.start();
        return flight;
    }

    static FlightRecording ofHeap() {
        FlightRecording flight = new FlightRecording();
        flight.recording.enable(ALLOCATION).with("throttle", "2000/s");
        flight.recording.start();
        return flight;
    }

    /** To be called once, at the end. */
    Samples samples() {
        List<RecordedEvent> events = events();
        return new Samples(samples(events, IN_JAVA), samples(events, IN_SYSTEM_CALL));
    }

    /** To be called once, at the end. */
    List<Allocation> allocations() {
        List<Allocation> inOrder = events().stream()
                .filter(event -> event.getThread() != null)
                .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                .map(FlightRecording::allocation)
                .toList();
        return Allocation.withoutFirstOfThreads(inOrder);
    }

    private static Allocation allocation(RecordedEvent event) {
        return new Allocation(
                Long.toString(event.getThread().getId()),
                event.getClass("objectClass").getName(),
                stack(event),
                event.getLong("weight"));
    }

    private static List<Samples.Sample> samples(List<RecordedEvent> events, String type) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(type))
                .map(event ->
                        new Samples.Sample(event.getThread("sampledThread").getJavaName(), stack(event)))
                .toList();
    }

    private static List<Frame> stack(RecordedEvent event) {
        RecordedStackTrace trace = event.getStackTrace();
        return trace == null
                ? List.of()
                : trace.getFrames().stream().map(FlightRecording::frame).toList();
    }

    private static Frame frame(RecordedFrame frame) {
        return new Frame(
                frame.getMethod().getType().getName(), frame.getMethod().getName());
    }

    private List<RecordedEvent> events() {
        recording.stop();
        try {
            Path file = Files.createTempFile("profile", ".jfr");
            try {
                recording.dump(file);
                return RecordingFile.readAllEvents(file);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        recording.close();
    }
}
