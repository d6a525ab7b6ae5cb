package dev.redlock.node.lettuce;

import dev.redlock.node.NodeReply;
import java.util.Optional;
import java.util.function.Function;

/**
 * A request in the words of Redis: one script, what to pass to it, and how to read its answer. Made once for all nodes.
 *
 * @param inBatch the shape as which a batch knows it, if it may be put into one
 * @param answer from the script's answer: a number, a text, or a list of these
 */
record Call(Script script, Optional<Words> inBatch, Words keys, Words arguments, Function<Object, NodeReply> answer) {}
