package io.taktstrom.cli.device;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.taktstrom.cli.shell.Shell;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Closest;
import io.taktstrom.model.Glob;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;

/** Suggestions for names of variables that the device does not have. */
final class NameGuess {

    /** As many as are compared at once. */
    private static final int PAGE = 200;

    private static final int MAX_NAMES = 20_000;
    /** The most time for listing the variables of a slow device. */
    private static final long LIMIT_NANOS = 3_000_000_000L;

    private NameGuess() {}

    /** Tells the user of names that are similar to those of unknown points. */
    static void suggest(Shell shell, Connection connection, PointGroup group) {
        List<String> unknown = IntStream.range(0, group.size())
                .filter(point -> group.statusAt(point) == StatusCode.BAD_NODE_ID_UNKNOWN)
                .mapToObj(point -> group.points().get(point).address())
                .distinct()
                .toList();
        if (!unknown.isEmpty()) {
            List<String> names = names(connection);
            unknown.forEach(address ->
                    closest(address, names).ifPresent(name -> shell.note(address + ": did you mean '" + name + "'?")));
        }
    }

    /** What to try in place of a pattern that nothing matches; the suggestion matches something. */
    static String hint(Connection connection, String pattern) {
        List<String> names = names(connection);
        if (names.isEmpty()) {
            return "the device shows no variables";
        }
        Predicate<String> finds = guess -> names.stream().anyMatch(Glob.of(guess)::matches);
        if (finds.test(widened(pattern))) {
            return "patterns match whole addresses, so try \"" + widened(pattern) + "\"";
        }
        String corrected = corrected(pattern, names);
        return Stream.of(corrected, widened(corrected), widened(pattern.replaceAll("^[*.]+|[*.]+$", "")))
                .filter(finds)
                .findFirst()
                .map(guess -> "did you mean \"" + guess + "\"?")
                .orElse("without --match all variables are shown");
    }

    private static String widened(String pattern) {
        return "**" + pattern.replaceAll("^\\*+|\\*+$", "") + "**";
    }

    /** With the nearest known segment in place of each that is not known and not a pattern. */
    private static String corrected(String pattern, List<String> names) {
        Map<String, String> known = new LinkedHashMap<>();
        for (String name : names) {
            for (String segment : name.split("\\.", -1)) {
                known.put(segment.toLowerCase(Locale.ROOT), segment);
            }
        }
        return Arrays.stream(pattern.split("\\.", -1))
                .map(segment -> Glob.isPattern(segment) || known.containsKey(segment.toLowerCase(Locale.ROOT))
                        ? segment
                        : closest(segment, List.copyOf(known.values())).orElse(segment))
                .collect(Collectors.joining("."));
    }

    /** As many as the device lists in time. */
    private static List<String> names(Connection connection) {
        long begin = System.nanoTime();
        List<String> names = new ArrayList<>();
        try (BrowseCursor cursor = connection.browse(BrowseFilter.ALL)) {
            List<BrowseNode> page;
            do {
                page = cursor.next(PAGE);
                page.forEach(node -> names.add(node.address()));
            } while (!page.isEmpty() && names.size() < MAX_NAMES && System.nanoTime() - begin < LIMIT_NANOS);
        } catch (ConnectorException e) {
            // It does not allow browsing, or takes too long: a suggestion from what was found is good enough.
        }
        return names;
    }

    /** The best of all is among the best of each page. */
    private static Optional<String> closest(String word, List<String> names) {
        List<String> best = new ArrayList<>();
        for (int from = 0; from < names.size(); from += PAGE) {
            Closest.closest(word, names.subList(from, Math.min(names.size(), from + PAGE)))
                    .ifPresent(best::add);
        }
        return Closest.closest(word, best);
    }
}
