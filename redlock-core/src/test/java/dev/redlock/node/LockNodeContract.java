package dev.redlock.node;

import org.junit.jupiter.api.BeforeEach;

/** What every {@link LockNode} must do. A new adapter is finished when a subclass of this is green. */
public abstract class LockNodeContract implements AcquireContract, HoldContract, RecordsContract, SessionContract {
    private NodeProbe probe;

    protected LockNodeContract() {}

    @BeforeEach
    void openAdmittedNode() {
        probe = newProbe().admitted(3);
    }

    @Override
    public final NodeProbe probe() {
        return probe;
    }

    @Override
    public final NodeProbe newProbe() {
        NodeProbe opened = NodeProbe.open(fixture().newClient());
        opened.awaitSession();
        return opened;
    }
}
