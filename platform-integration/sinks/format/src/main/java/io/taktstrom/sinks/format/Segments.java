package io.taktstrom.sinks.format;

import java.util.List;

/**
 * Some of the segments of a dotted name.
 *
 * @param first from 1; negative counts from the end; 0 for the whole name
 * @param toTheEnd whether all that follow are meant as well
 */
record Segments(int first, boolean toTheEnd) {

    static final Segments ALL = new Segments(0, true);

    /** Empty when the name has no such segment. */
    String of(String name) {
        if (first == 0) {
            return name;
        }
        List<String> all = List.of(name.split("\\.", -1));
        int from = first > 0 ? first - 1 : all.size() + first;
        if (from < 0 || from >= all.size()) {
            return "";
        }
        return toTheEnd ? String.join(".", all.subList(from, all.size())) : all.get(from);
    }
}
