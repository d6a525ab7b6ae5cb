package dev.redlock.fencing.guard;

/**
 * A message that waits to be sent.
 *
 * @param id unique; larger for later messages, as far as they were not written at the same time
 */
public record OutboxMessage(long id, String topic, String payload) {}
