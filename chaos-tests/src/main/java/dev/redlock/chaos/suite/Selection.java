package dev.redlock.chaos.suite;

import dev.redlock.chaos.report.Role;
import dev.redlock.chaos.scenario.Contestant;
import dev.redlock.chaos.scenario.Scenario;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;

/**
 * What is to be run, as the command line says.
 *
 * @param size {@code fast}, {@code full} or {@code soak}
 * @param wanted ids; empty for all of that size
 * @param roles which runs of a scenario; empty for all
 * @param soak how long the mix of everything takes
 */
public record Selection(String size, List<String> wanted, Set<Role> roles, long seed, Duration soak) {
    /** The one that takes as long as one likes. */
    private static final String MIX = "S50";

    public Selection {
        wanted = List.copyOf(wanted);
        roles = Set.copyOf(roles);
        if (!List.of("fast", "full", "soak").contains(size)) {
            throw new IllegalArgumentException("chaos.size is fast, full or soak, got " + size);
        }
    }

    /**
     * From {@code chaos.size}, {@code chaos.soak}, {@code scenario}, {@code role} and {@code seed}. A seed that is not given
     * is drawn, but not for what runs with every build: two builds of one source should come to the same.
     */
    public static Selection fromSystemProperties() {
        List<String> wanted = list("scenario");
        Set<Role> roles = list("role").stream().map(Selection::role).collect(Collectors.toSet());
        String size = property("chaos.size").orElse("fast");
        long seed = property("seed").map(Long::parseLong).orElseGet(() -> seedFor(size));
        Duration soak = property("chaos.soak").map(Duration::parse).orElse(Duration.ofSeconds(15));
        return new Selection(size, wanted, roles, seed, soak);
    }

    private static long seedFor(String size) {
        return size.equals("fast") ? 1 : ThreadLocalRandom.current().nextLong(1_000_000);
    }

    private static Role role(String name) {
        return Arrays.stream(Role.values())
                .filter(role -> role.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "role is control, mutant, ours or peer, or several with commas between, got " + name));
    }

    private static List<String> list(String name) {
        return property(name)
                .map(all -> Arrays.stream(all.split(",")).map(String::strip).toList())
                .orElse(List.of());
    }

    private static Optional<String> property(String name) {
        return Optional.ofNullable(System.getProperty(name)).filter(value -> !value.isBlank());
    }

    public List<Scenario> of(List<Scenario> all) {
        List<Scenario> chosen = all.stream().filter(this::includes).toList();
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException("there is no scenario " + wanted + " among "
                    + all.stream().map(Scenario::id).toList());
        }
        return chosen;
    }

    /** Those of a scenario that are to run. */
    public List<Contestant> contestants(Scenario scenario) {
        return scenario.contestants().stream()
                .filter(each -> roles.isEmpty() || roles.contains(each.role()))
                .toList();
    }

    private boolean includes(Scenario scenario) {
        if (!wanted.isEmpty()) {
            return wanted.contains(scenario.id());
        }
        return switch (size) {
            case "fast" -> scenario.isFast();
            case "soak" -> scenario.id().equals(MIX);
            default -> true;
        };
    }
}
