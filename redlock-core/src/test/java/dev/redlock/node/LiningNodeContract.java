package dev.redlock.node;

/** What a {@link LockNode} must do at which clients can wait in line. */
public abstract class LiningNodeContract extends LockNodeContract implements LineContract {
    protected LiningNodeContract() {}
}
