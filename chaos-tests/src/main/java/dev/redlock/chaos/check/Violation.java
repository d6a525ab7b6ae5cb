package dev.redlock.chaos.check;

/**
 * One broken promise.
 *
 * @param checker such as {@code INV-MUTEX}
 * @param at when it showed
 * @param sentence what happened, in plain words with names, tokens and times
 */
public record Violation(String checker, String resource, long at, String sentence) {}
