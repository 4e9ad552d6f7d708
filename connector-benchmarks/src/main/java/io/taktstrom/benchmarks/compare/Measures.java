package io.taktstrom.benchmarks.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

import io.taktstrom.benchmarks.paired.PairedTable;
import io.taktstrom.benchmarks.paired.Slice;
import io.taktstrom.benchmarks.report.DataFile;
import org.jspecify.annotations.Nullable;

/** Reads raw figures of any experiment as measures, by their form. */
final class Measures {

    /** Of clean rounds; with fewer, dirty ones are better than none. */
    private static final int ENOUGH = 3;

    private static final String SLICE = "slice ";
    private static final String PACED = "paced";
    private static final String NOTIFIED = "notified";

    private static final Set<String> JMH = Set.of("micro", "stream", "codec", "model");

    /**
     * One word of a line.
     *
     * @param kind the line's first word
     * @param what is measured
     * @param place of the word, from 0
     * @param per place of the word that it is divided by; 0 for none
     */
    private record Word(String kind, String what, int place, int per, boolean higherIsBetter) {}

    private static final List<Word> WORDS = List.of(
            new Word(PACED, "p50 ns", 2, 0, false),
            new Word(PACED, "p99 ns", 3, 0, false),
            new Word(NOTIFIED, "received of all", 2, 1, true),
            new Word(NOTIFIED, "ns/sample", 4, 2, false),
            new Word(NOTIFIED, "CPU ns/sample", 8, 2, false),
            new Word("subscribed", "CPU ns/value", 7, 1, false),
            new Word("arrived", "lost", 3, 0, false),
            new Word("arrived", "delay p99 ns", 7, 0, false),
            new Word("arrived", "CPU ns/value", 10, 2, false),
            new Word("delivered", "CPU ns/sample", 5, 2, false),
            new Word("outage", "ns until all have arrived", 17, 0, false));

    private Measures() {}

    /** All measures of a run, by name; what has another form is left out. */
    static Map<String, Measure> of(DataFile data) {
        Map<String, Measure> measures = new LinkedHashMap<>();
        Map<String, List<String>> lines = new LinkedHashMap<>();
        data.figures().forEach((key, figure) -> {
            if (figure instanceof List<?> list && !list.isEmpty()) {
                list(key, list, isJmh(data)).forEach(measure -> measures.put(measure.name(), measure));
            } else if (figure instanceof String line) {
                add(key, line, lines);
            }
        });
        lines.forEach((key, all) -> words(key, all).forEach(measure -> measures.put(measure.name(), measure)));
        return measures;
    }

    private static void add(String key, String line, Map<String, List<String>> lines) {
        String name = key;
        String words = line;
        if (line.startsWith(PACED)) {
            // Repetitions of one contender have numbers behind its name.
            name = key.replaceFirst(" \\d+$", "");
        } else if (line.startsWith(NOTIFIED) && key.matches("\\d+ \\d+ \\d+ .*")) {
            // Rate, samples in a frame, samples in all, contender: a quick run has fewer samples in all.
            String[] parts = key.split(" ", 4);
            name = parts[0] + " " + parts[1] + " " + parts[3];
            words = NOTIFIED + " " + parts[2] + line.substring(NOTIFIED.length());
        }
        lines.computeIfAbsent(name, any -> new ArrayList<>()).add(words);
    }

    /** Whether its lists are a score, its error and the bytes. */
    private static boolean isJmh(DataFile data) {
        return JMH.contains(data.experiment());
    }

    private static List<Measure> list(String key, List<?> list, boolean jmh) {
        if (String.valueOf(list.get(0)).startsWith(SLICE)) {
            List<Slice> slices = slices(list);
            return slices.isEmpty()
                    ? List.of()
                    : List.of(
                            sliced(key + ", operations/s", true, slices, Slice::perSecond),
                            sliced(key + ", CPU µs/operation", false, slices, Slice::cpuMicrosPerOperation),
                            sliced(key + ", B/operation", false, slices, Slice::allocatedPerOperation));
        }
        if (!(list.get(0) instanceof Number)) {
            return List.of();
        }
        // JSON has no NaN: what is none comes back as a word.
        List<Double> numbers = list.stream()
                .map(figure -> figure instanceof Number number ? number.doubleValue() : Double.NaN)
                .toList();
        if (jmh) {
            return numbers.size() < 3
                    ? List.of()
                    : List.of(
                            new Measure(key + ", ns", false, numbers.subList(0, 1), numbers.get(1), 0),
                            new Measure(key + ", B", false, numbers.subList(2, 3), 0, 0));
        }
        return List.of(new Measure(key, true, numbers, 0, 0));
    }

    /** Of one contender; none where another version has written them in another form. */
    static List<Slice> slices(@Nullable Object rounds) {
        if (!(rounds instanceof List<?> list)
                || list.isEmpty()
                || !String.valueOf(list.get(0)).startsWith(SLICE)) {
            return List.of();
        }
        try {
            return PairedTable.parsed(list);
        } catch (IllegalArgumentException e) {
            return List.of();
        }
    }

    private static Measure sliced(
            String name, boolean higherIsBetter, List<Slice> slices, ToDoubleFunction<Slice> figure) {
        List<Slice> clean = slices.stream().filter(slice -> !slice.isDirty()).toList();
        List<Slice> used = clean.size() >= ENOUGH ? clean : slices;
        return new Measure(
                name,
                higherIsBetter,
                used.stream().map(figure::applyAsDouble).toList(),
                0,
                slices.size() - clean.size());
    }

    private static List<Measure> words(String key, List<String> lines) {
        String kind = lines.get(0).split(" ", 2)[0];
        return WORDS.stream()
                .filter(word -> word.kind.equals(kind))
                .map(word -> new Measure(
                        key + ", " + word.what,
                        word.higherIsBetter,
                        lines.stream()
                                .filter(line -> line.startsWith(kind + " "))
                                .flatMap(line -> value(word, line).stream().boxed())
                                .toList(),
                        0,
                        0))
                .filter(measure -> !measure.values().isEmpty())
                .toList();
    }

    /** Nothing where another version has written other words. */
    private static OptionalDouble value(Word word, String line) {
        String[] words = line.split(" ", -1);
        if (words.length <= Math.max(word.place, word.per)) {
            return OptionalDouble.empty();
        }
        try {
            double value = Double.parseDouble(words[word.place]);
            return OptionalDouble.of(word.per == 0 ? value : value / Math.max(1, Double.parseDouble(words[word.per])));
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }

    /** Slices in which others took much of the machine, and all slices whose share is known. */
    static int[] dirtyOf(Map<String, Object> figures) {
        List<Slice> slices = figures.values().stream()
                .flatMap(rounds -> slices(rounds).stream())
                .filter(slice -> slice.stealTicks() >= 0)
                .toList();
        return Stream.of((int) slices.stream().filter(Slice::isDirty).count(), slices.size())
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
