package dev.redlock.protocol;

import dev.redlock.node.NodeRequest;

/** Something a round wants done: send this request to that node. */
public record Command(int node, NodeRequest request) {}
