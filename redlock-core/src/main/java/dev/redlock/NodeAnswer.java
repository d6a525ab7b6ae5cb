package dev.redlock;

/**
 * What one node said, or why it said nothing.
 *
 * @param node its address
 * @param answer for people
 */
public record NodeAnswer(String node, String answer) {
    @Override
    public String toString() {
        return node + ": " + answer;
    }
}
