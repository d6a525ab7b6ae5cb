package dev.redlock.chaos.report;

import java.util.List;

/** A lock as the sample needs to know it. The others are made up: a sample must not look like a measurement. */
record SampleLock(String name, Role role, boolean excludes, boolean fenced) {

    static final SampleLock OURS = new SampleLock("Redlock (ours)", Role.OURS, true, true);

    static final List<SampleLock> ALL = List.of(
            OURS,
            new SampleLock("lease lock", Role.PEER, true, false),
            new SampleLock("lease lock on five nodes", Role.PEER, true, false),
            new SampleLock("no lock", Role.PEER, false, false));

    boolean isOurs() {
        return role == Role.OURS;
    }
}
