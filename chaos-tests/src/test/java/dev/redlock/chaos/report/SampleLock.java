package dev.redlock.chaos.report;

import java.util.List;

/** A lock as the sample needs to know it. */
record SampleLock(String name, Role role, boolean excludes, boolean fenced) {

    static final SampleLock OURS = new SampleLock("Redlock (ours)", Role.OURS, true, true);

    static final List<SampleLock> ALL = List.of(
            OURS,
            new SampleLock("Redisson RLock", Role.PEER, true, false),
            new SampleLock("Redisson RedLock", Role.PEER, true, false),
            new SampleLock("no lock", Role.PEER, false, false));

    boolean isOurs() {
        return role == Role.OURS;
    }
}
