package dev.redlock.chaos.check;

import dev.redlock.chaos.history.History;

/** Judges one promise. The same history gives the same judgement for ever. */
public interface Checker {

    /** The name in the catalogue, such as {@code INV-MUTEX}. */
    String id();

    /** The promise as one sentence, as the report prints it. */
    String promise();

    Judgement check(History history);
}
