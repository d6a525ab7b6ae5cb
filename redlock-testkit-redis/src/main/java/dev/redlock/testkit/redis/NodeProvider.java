package dev.redlock.testkit.redis;

import java.util.List;

/** A place where Redis servers come from. */
interface NodeProvider {
    /** Nothing is written to disk unless a test asks for it. */
    List<String> DEFAULT_ARGUMENTS = List.of("--save", "", "--appendonly", "no", "--protected-mode", "no");

    /** Kind and version, for example {@code embedded 6.2.11}. */
    String description();

    /** Returns a node that answers. */
    ManagedNode start(List<String> serverArguments);
}
