package dev.redlock.node;

/**
 * Which node, among those configured.
 *
 * @param index its place in the configuration, from 0
 * @param address what people call it, such as {@code n1:6379}; never holds credentials
 */
public record NodeId(int index, String address) {
    @Override
    public String toString() {
        return address;
    }
}
