package dev.redlock.chaos.report;

import dev.redlock.chaos.history.Entry;
import dev.redlock.chaos.history.Fault;
import dev.redlock.chaos.history.History;
import dev.redlock.chaos.history.Operation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A history for the page: names and tokens once, then one short row for each thing that happened. Times are microseconds since
 * the run began, -1 if there is none. Tokens are texts, because a script cannot count beyond 2^53.
 */
final class TimelineJson {

    private final Run run;
    private final History history;
    private final long start;
    private final List<String> clients;
    private final List<String> resources;
    private final Map<String, List<Long>> tokens = new TreeMap<>();

    private TimelineJson(Run run) {
        this.run = run;
        this.history = run.history();
        this.start = history.startedAt();
        this.clients = names(Stream.concat(
                history.operations().stream().map(Operation::client),
                history.ledger().stream().map(Entry::client)));
        this.resources = names(Stream.concat(
                history.operations().stream().map(Operation::resource),
                history.ledger().stream().map(Entry::resource)));
        resources.forEach(resource -> tokens.put(resource, tokensOf(resource)));
    }

    static String of(Run run) {
        return new TimelineJson(run).json();
    }

    private String json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("end", micros(end()));
        json.put("clients", clients);
        json.put("resources", resources);
        json.put("nodes", history.facts().setup().nodes());
        json.put(
                "tokens",
                resources.stream()
                        .map(resource -> Objects.requireNonNull(tokens.get(resource)).stream()
                                .map(String::valueOf)
                                .toList())
                        .toList());
        json.put("ops", history.operations().stream().map(this::row).toList());
        json.put(
                "faults",
                history.faults().stream()
                        .map(fault -> List.of(
                                fault.target(),
                                fault.kind(),
                                micros(fault.from()),
                                micros(fault.until()),
                                fault.what()))
                        .toList());
        json.put("ledger", history.ledger().stream().map(this::row).toList());
        json.put(
                "violations",
                run.violations().stream()
                        .map(each -> List.of(each.checker(), micros(each.at()), each.sentence()))
                        .toList());
        return Json.of(json);
    }

    private List<Object> row(Operation each) {
        return List.of(
                Collections.binarySearch(clients, each.client()),
                each.hold(),
                each.kind().name(),
                Collections.binarySearch(resources, each.resource()),
                micros(each.invokedAt()),
                micros(each.doneAt()),
                each.outcome().name(),
                rank(each.resource(), each.token()),
                each.validUntil() == 0 ? -1 : micros(each.validUntil()),
                each.payout(),
                each.amount(),
                each.detail());
    }

    private List<Object> row(Entry each) {
        return List.of(
                micros(each.at()),
                each.type().name(),
                Collections.binarySearch(resources, each.resource()),
                rank(each.resource(), each.token()),
                each.payout(),
                each.account(),
                each.amount(),
                Collections.binarySearch(clients, each.client()));
    }

    /** The last moment of anything that ended. */
    private long end() {
        LongStream times = LongStream.concat(
                history.operations().stream().flatMapToLong(each -> LongStream.of(each.invokedAt(), each.doneAt())),
                LongStream.concat(
                        history.ledger().stream().mapToLong(Entry::at),
                        history.faults().stream().flatMapToLong(each -> LongStream.of(each.from(), each.until()))));
        return times.filter(time -> time != Fault.NEVER_HEALED).max().orElse(start + 1);
    }

    private long micros(long nanos) {
        return nanos == Operation.NEVER ? -1 : (nanos - start) / 1000;
    }

    private int rank(String resource, long token) {
        return token == 0 ? -1 : Collections.binarySearch(Objects.requireNonNull(tokens.get(resource)), token);
    }

    private List<Long> tokensOf(String resource) {
        Stream<Long> seen = Stream.concat(
                history.operations().stream()
                        .filter(each -> each.resource().equals(resource))
                        .map(Operation::token),
                history.ledger().stream()
                        .filter(each -> each.resource().equals(resource))
                        .map(Entry::token));
        return new ArrayList<>(new TreeSet<>(seen.filter(token -> token != 0).toList()));
    }

    private static List<String> names(Stream<String> all) {
        return new ArrayList<>(new TreeSet<>(all.toList()));
    }
}
