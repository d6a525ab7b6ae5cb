package dev.redlock.chaos.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What is done, what goes wrong meanwhile, who takes part, and what must have happened for the result to mean anything. */
public final class Scenario {
    /** The deeds and the faults. In a run without faults the same deeds are done, and no fault happens. */
    @FunctionalInterface
    public interface Script {
        void play(Stage stage) throws InterruptedException;
    }

    private static final Duration TTL = Duration.ofSeconds(1);

    private final String id;
    private final String title;
    private final List<String> mutants = new ArrayList<>();
    private final Map<String, List<String>> noticedBy = new TreeMap<>();
    private final List<Contestant> peers = new ArrayList<>();
    private final List<String> mustHappen = new ArrayList<>();
    private final Map<String, String> settings = new TreeMap<>();
    private List<Contestant> ours = List.of(Contestant.OURS);
    private Duration ttl = TTL;
    private boolean fast;
    private boolean renewal;
    private boolean timingHolds = true;
    private Script script = stage -> {};

    private Scenario(String id, String title) {
        this.id = id;
        this.title = title;
    }

    /**
     * A scenario in which nothing happens yet.
     *
     * @param id of the catalogue, such as {@code S06}
     */
    public static Scenario of(String id, String title) {
        return new Scenario(id, title);
    }

    /** Runs with every build. */
    public Scenario fast() {
        fast = true;
        return this;
    }

    /** Our lock, if it is not just the one with five nodes. The first one is that of the control and of the mistakes. */
    public Scenario with(Contestant... all) {
        ours = List.of(all);
        return this;
    }

    /** Each of these mistakes must be caught by this scenario. */
    public Scenario kills(String... ids) {
        mutants.addAll(List.of(ids));
        return this;
    }

    /** The same, and this checker has to be among those that notice it. */
    public Scenario killsBy(String checker, String... ids) {
        noticedBy.put(checker, List.of(ids));
        return kills(ids);
    }

    /** Those who go through the same for comparison. */
    public Scenario beside(Contestant... others) {
        peers.addAll(List.of(others));
        return this;
    }

    /** Counters that must not be zero when our lock is in it. */
    public Scenario mustSee(String... counters) {
        mustHappen.addAll(List.of(counters));
        return this;
    }

    public Scenario ttl(Duration other) {
        ttl = other;
        return this;
    }

    /** Holds are renewed until they are released. */
    public Scenario renewing() {
        renewal = true;
        return this;
    }

    /** Breaks what every lease relies on, so that two may believe to hold the lock: the fence has to save the money. */
    public Scenario breaksTiming() {
        timingHolds = false;
        return this;
    }

    public Scenario setting(String name, long value) {
        settings.put(name, Long.toString(value));
        return this;
    }

    public Scenario play(Script deeds) {
        script = deeds;
        return this;
    }

    public String id() {
        return id;
    }

    public String title() {
        return title;
    }

    public boolean isFast() {
        return fast;
    }

    /** In the order of evidence: without faults, with mistakes, our lock, the others. */
    public List<Contestant> contestants() {
        List<Contestant> all = new ArrayList<>(List.of(ours.get(0).asControl()));
        mutants.forEach(mutant -> all.add(ours.get(0).with(mutant)));
        all.addAll(ours);
        all.addAll(peers);
        return all;
    }

    /** The checkers that have to notice the mistake of this one. */
    public List<String> noticedBy(Contestant contestant) {
        return noticedBy.entrySet().stream()
                .filter(entry ->
                        contestant.mutant().filter(entry.getValue()::contains).isPresent())
                .map(Map.Entry::getKey)
                .toList();
    }

    List<String> mustHappen() {
        return mustHappen;
    }

    Map<String, String> settings() {
        return settings;
    }

    Duration ttl() {
        return ttl;
    }

    boolean renewal() {
        return renewal;
    }

    boolean timingHolds() {
        return timingHolds;
    }

    Script script() {
        return script;
    }
}
