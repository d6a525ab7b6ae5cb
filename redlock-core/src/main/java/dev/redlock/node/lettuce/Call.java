package dev.redlock.node.lettuce;

import dev.redlock.node.NodeReply;
import java.util.function.Function;

/**
 * A request in the words of Redis: one script, what to pass to it, and how to read its answer.
 *
 * @param answer from what Lettuce makes of the script's answer: a list of numbers and strings
 */
@SuppressWarnings("ArrayRecordComponent") // what Lettuce takes; a call is made once and never compared
record Call(Script script, String[] keys, String[] arguments, Function<Object, NodeReply> answer) {}
