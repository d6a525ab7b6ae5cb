package dev.redlock.fencing;

import dev.redlock.FencingToken;

/** Told of tokens that a fence refuses, for metrics and alerts. Must be quick and must not throw. */
@FunctionalInterface
public interface FenceListener {
    /** The resource has seen {@code newest}, and refused {@code token}. */
    void onRefused(String resource, FencingToken token, FencingToken newest);
}
