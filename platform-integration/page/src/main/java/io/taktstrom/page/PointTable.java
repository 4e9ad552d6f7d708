package io.taktstrom.page;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntPredicate;

import io.taktstrom.deployment.PointConfig;
import io.taktstrom.model.Glob;
import io.taktstrom.runtime.tap.ScanTap;
import io.taktstrom.runtime.tap.TapReading;
import org.jspecify.annotations.Nullable;

/** The points that are sampled now, to be searched and read by their place in the table. Immutable; another takes its place. */
final class PointTable {

    /** A longer name is told from others by its digest. */
    private static final int MAX_KEY_CHARS = 200;

    static final PointTable EMPTY = new PointTable(List.of());

    /**
     * One point.
     *
     * @param key by which a page names it: unique, of bounded length, the same after a reload
     * @param words what a search looks at, in small letters
     */
    record Entry(ScanTap tap, int point, PointConfig config, String key, String words) {

        private static Entry of(ScanTap tap, int point) {
            PointConfig config = tap.points().get(point);
            StringBuilder words = new StringBuilder(config.name())
                    .append('\n')
                    .append(config.connection())
                    .append('\n')
                    .append(config.scan())
                    .append('\n')
                    .append(config.point().unit());
            config.point()
                    .labels()
                    .forEach((label, value) ->
                            words.append('\n').append(label).append('=').append(value));
            return new Entry(
                    tap, point, config, key(config.name()), words.toString().toLowerCase(Locale.ROOT));
        }

        private static String key(String name) {
            return name.length() <= MAX_KEY_CHARS
                    ? name
                    : "~" + UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
        }

        boolean read(TapReading into) {
            return tap.read(point, into);
        }
    }

    private final List<ScanTap> taps;
    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, Integer> places = new HashMap<>();

    PointTable(Collection<ScanTap> taps) {
        this.taps = List.copyOf(taps);
        for (ScanTap tap : this.taps) {
            for (int point = 0; point < tap.points().size(); point++) {
                Entry entry = Entry.of(tap, point);
                places.put(entry.key(), entries.size());
                entries.add(entry);
            }
        }
    }

    /** Whether these are its taps, and no others. */
    boolean isOf(List<ScanTap> others) {
        return taps.equals(others);
    }

    List<ScanTap> taps() {
        return taps;
    }

    int size() {
        return entries.size();
    }

    Entry at(int place) {
        return entries.get(place);
    }

    /** The place of a point; -1 when it is not sampled. */
    int place(String key) {
        return places.getOrDefault(key, -1);
    }

    /**
     * The places of the points that a search finds. All of its words must be found: in the name, connection, scan class, unit or a
     * label; a word with {@code *} is a pattern over names, {@code device=}, {@code scan=} and {@code unit=} ask for exactly
     * that, {@code is=bad} and the like for a status, and {@code label=value} for a label.
     *
     * @param severityAt of the point at a place
     */
    int[] find(String search, SeverityAt severityAt) {
        List<IntPredicate> terms = Arrays.stream(
                        search.strip().toLowerCase(Locale.ROOT).split("\\s+"))
                .filter(word -> !word.isEmpty())
                .map(word -> term(word, severityAt))
                .toList();
        int[] found = new int[entries.size()];
        int count = 0;
        for (int place = 0; place < found.length; place++) {
            if (matches(terms, place)) {
                found[count++] = place;
            }
        }
        return Arrays.copyOf(found, count);
    }

    private static boolean matches(List<IntPredicate> terms, int place) {
        for (IntPredicate term : terms) {
            if (!term.test(place)) {
                return false;
            }
        }
        return true;
    }

    private IntPredicate term(String word, SeverityAt severityAt) {
        int equals = word.indexOf('=');
        String property = equals < 0 ? "" : word.substring(0, equals);
        String value = word.substring(equals + 1);
        @Nullable Severity severity = property.equals("is") ? Severity.of(value) : null;
        if (severity != null) {
            return place -> severityAt.of(place) == severity;
        }
        if (property.isEmpty() && Glob.isPattern(word)) {
            Glob pattern = Glob.of(word);
            return place -> pattern.matches(at(place).config().name());
        }
        return switch (property) {
            case "device" -> place -> at(place).config().connection().equalsIgnoreCase(value);
            case "scan" -> place -> at(place).config().scan().equalsIgnoreCase(value);
            case "unit" -> place -> at(place).config().point().unit().equalsIgnoreCase(value);
            default -> place -> at(place).words().contains(word);
        };
    }

    /** Says how good the last sample of the point at a place is. */
    @FunctionalInterface
    interface SeverityAt {
        Severity of(int place);
    }
}
