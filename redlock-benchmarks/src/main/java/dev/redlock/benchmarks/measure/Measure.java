package dev.redlock.benchmarks.measure;

import dev.redlock.benchmarks.stats.Finding;
import java.util.List;

/** Something that can be measured. */
public interface Measure {
    String id();

    List<Finding> run(Stage stage);
}
