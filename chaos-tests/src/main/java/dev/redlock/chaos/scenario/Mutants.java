package dev.redlock.chaos.scenario;

import dev.redlock.mutants.Catalogue;
import dev.redlock.mutants.MutantCompiler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Our lock with mistakes put in: each is compiled once per JVM. */
public final class Mutants {
    /** Mistakes of the ledger, and of whoever does without a lock. Those of the lock have their own catalogue. */
    private static final Map<String, String> OF_THE_LEDGER = Map.of(
            "M15", "the ledger does not look at the token",
            "M16", "the ledger checks the token in one transaction and writes in the next",
            "M24", "every attempt has a new idempotency key",
            "M28", "there is no lock at all",
            "M41", "the fence is not raised before the first write");

    private final Path folder;
    private final MutantCompiler compiler = MutantCompiler.ofThisBuild();
    private final Map<String, Path> compiled = new ConcurrentHashMap<>();

    public Mutants(Path folder) {
        this.folder = folder;
    }

    Path classesOf(String id) {
        return compiled.computeIfAbsent(id, unused -> {
            try {
                Path target = Files.createTempDirectory(Files.createDirectories(folder), id);
                return compiler.compile(Catalogue.byId(id), target);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    public static String title(String id) {
        String ofTheLedger = OF_THE_LEDGER.get(id);
        return ofTheLedger == null ? Catalogue.byId(id).title() : ofTheLedger;
    }
}
