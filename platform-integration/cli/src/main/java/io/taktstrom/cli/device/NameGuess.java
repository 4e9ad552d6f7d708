package io.taktstrom.cli.device;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.taktstrom.cli.shell.Shell;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Closest;
import io.taktstrom.model.Glob;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;

/** What somebody meant who named a variable that the device does not have. */
final class NameGuess {

    /** As many as are compared at once. */
    private static final int PAGE = 200;

    private static final int MAX_NAMES = 20_000;
    /** A device that is slow to say what it has is not asked for longer. */
    private static final long LIMIT_NANOS = 3_000_000_000L;

    private NameGuess() {}

    /** Tells the user of names that are much like those of points that are not there. */
    static void tell(Shell shell, Connection connection, PointGroup group) {
        Set<String> unknowns = new LinkedHashSet<>();
        for (int point = 0; point < group.size(); point++) {
            if (group.statusAt(point) == StatusCode.BAD_NODE_ID_UNKNOWN) {
                unknowns.add(group.points().get(point).address());
            }
        }
        if (unknowns.isEmpty()) {
            return;
        }
        List<String> names = names(connection);
        for (String unknown : unknowns) {
            closest(unknown, names).ifPresent(name -> shell.note(unknown + ": did you mean '" + name + "'?"));
        }
    }

    /** What to try in place of a pattern that nothing matches; what is named does match something. */
    static String hint(Connection connection, String pattern) {
        List<String> names = names(connection);
        if (names.isEmpty()) {
            return "the device shows no variables";
        }
        Predicate<String> finds = guess -> names.stream().anyMatch(Glob.of(guess)::matches);
        if (finds.test(widened(pattern))) {
            return "patterns are over whole addresses, so try \"" + widened(pattern) + "\"";
        }
        String corrected = corrected(pattern, names);
        return Stream.of(corrected, widened(corrected), widened(trimmed(pattern)))
                .filter(finds)
                .findFirst()
                .map(guess -> "did you mean \"" + guess + "\"?")
                .orElse("without --match all there is is shown");
    }

    private static String widened(String pattern) {
        return "**" + pattern.replaceAll("^\\*+|\\*+$", "") + "**";
    }

    private static String trimmed(String pattern) {
        return pattern.replaceAll("^[*.]+|[*.]+$", "");
    }

    /** With the nearest that there is for each segment that is no pattern, and not there. */
    private static String corrected(String pattern, List<String> names) {
        Map<String, String> segments = new LinkedHashMap<>();
        for (String name : names) {
            for (String segment : name.split("\\.", -1)) {
                segments.put(segment.toLowerCase(Locale.ROOT), segment);
            }
        }
        List<String> known = List.copyOf(segments.values());
        return Arrays.stream(pattern.split("\\.", -1))
                .map(segment -> Glob.isPattern(segment) || segments.containsKey(segment.toLowerCase(Locale.ROOT))
                        ? segment
                        : closest(segment, known).orElse(segment))
                .collect(Collectors.joining("."));
    }

    /** As many as the device says in good time. */
    private static List<String> names(Connection connection) {
        EpochNanoClock clock = EpochNanoClock.system();
        long deadline = clock.nanoTime() + LIMIT_NANOS;
        List<String> names = new ArrayList<>();
        try (BrowseCursor cursor = connection.browse(BrowseFilter.ALL)) {
            List<BrowseNode> page = cursor.next(PAGE);
            while (!page.isEmpty()) {
                page.forEach(node -> names.add(node.address()));
                page = names.size() < MAX_NAMES && clock.nanoTime() < deadline ? cursor.next(PAGE) : List.of();
            }
        } catch (ConnectorException e) {
            // It does not allow browsing, or takes too long: what was found until then is a guess as good as any.
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
