package dev.redlock.simulation.exhaustive;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Gives equal things the same number. */
final class Interned<T> {
    private final Map<Object, Integer> numbers = new HashMap<>();
    private final List<T> things = new ArrayList<>();

    int number(T thing) {
        return number(thing, thing);
    }

    /** @param key says when two things are equal, if they do not know themselves */
    int number(T thing, Object key) {
        Integer known = numbers.putIfAbsent(key, things.size());
        if (known == null) {
            things.add(thing);
            return things.size() - 1;
        }
        return known;
    }

    T get(int number) {
        return things.get(number);
    }
}
