package io.taktstrom.benchmarks.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.benchmarks.paired.Ratio;
import io.taktstrom.benchmarks.paired.Slice;
import io.taktstrom.benchmarks.report.DataFile;

/**
 * What can be compared between a machine that works and the one that was measured on: the bytes of an operation, and its speed as a part
 * of what a bare socket does in the same rounds. Times cannot.
 */
public final class Glance {

    /** What a counter, a line of a worker or a compiler at work adds. */
    private static final double LEAST_BYTES = 8;

    private static final double LEAST_SHARE_OF_BYTES = 0.05;
    /** Of the ratio: what rounds of a quarter of a second do not tell apart. */
    private static final double LEAST_OF_RATIO = 0.1;

    private static final Pattern RUNNABLE = Pattern.compile("\\S+ \\S+ \\S+ (\\d+)/");

    private static final List<String> HEAD = List.of("", "", "committed", "now", "");

    private final List<List<String>> rows = new ArrayList<>();
    private final List<String> doubts = new ArrayList<>();
    private int worse;

    public Glance() {
        rows.add(HEAD);
    }

    /** Adds an experiment; what only one run has is left out. */
    public void add(DataFile committed, DataFile now) {
        Map<String, List<Slice>> before = contenders(committed);
        Map<String, List<Slice>> after = contenders(now);
        List<String> against = doubts(now);
        doubts.addAll(against);
        String limit = after.keySet().stream().findFirst().orElse("");
        after.forEach((name, slices) -> {
            List<Slice> earlier = before.getOrDefault(name, List.of());
            if (!name.equals(limit) && !earlier.isEmpty()) {
                String who = now.experiment() + ", " + name;
                bytes(who, earlier, slices);
                List<Slice> limitBefore = before.getOrDefault(limit, List.of());
                List<Slice> limitNow = after.getOrDefault(limit, List.of());
                if (limitBefore.size() == earlier.size() && limitNow.size() == slices.size()) {
                    ratio(who, Ratio.of(earlier, limitBefore), Ratio.of(slices, limitNow), against.isEmpty());
                }
            }
        });
    }

    /** Why its ratios cannot be believed: others had the machine. The load tells nothing: the tests before are still in it. */
    private static List<String> doubts(DataFile run) {
        List<String> doubts = new ArrayList<>();
        int[] dirty = Measures.dirtyOf(run.figures());
        if (dirty[0] > 0) {
            doubts.add(run.experiment() + ": in " + dirty[0] + " of " + dirty[1]
                    + " slices others took more than 2 % of the machine");
        }
        int wanted = Math.max(runnable(run.before()), runnable(run.after()));
        double cores = run.before().get("cores") instanceof Number count ? count.doubleValue() : wanted;
        if (wanted > cores) {
            doubts.add(run.experiment() + ": " + wanted + " threads wanted a processor when nobody measured");
        }
        return doubts;
    }

    /** How many threads ran or could have, as the fourth word of the load says; 0 where it does not. */
    private static int runnable(Map<String, Object> machine) {
        Matcher load = RUNNABLE.matcher(String.valueOf(machine.get("load")));
        return load.lookingAt() ? Integer.parseInt(load.group(1)) : 0;
    }

    private static Map<String, List<Slice>> contenders(DataFile run) {
        Map<String, List<Slice>> contenders = new LinkedHashMap<>();
        run.figures().forEach((name, rounds) -> {
            List<Slice> slices = Measures.slices(rounds);
            if (!slices.isEmpty()) {
                contenders.put(name, slices);
            }
        });
        return contenders;
    }

    private void bytes(String who, List<Slice> before, List<Slice> now) {
        double then = median(before);
        double today = median(now);
        double least = Math.max(LEAST_BYTES, LEAST_SHARE_OF_BYTES * then);
        String verdict = Shift.SAME;
        if (Double.isNaN(then) || Double.isNaN(today)) {
            verdict = Shift.NOT_CLEAR;
        } else if (today < then - least) {
            verdict = Shift.BETTER;
        } else if (today > then + least) {
            // The compiler may not have been done in some of the rounds.
            boolean always = now.stream().allMatch(slice -> slice.allocatedPerOperation() > then + least);
            verdict = always ? Shift.WORSE : Shift.NOT_CLEAR;
        }
        add(
                who,
                "bytes for each",
                String.format(Locale.ROOT, "%.0f", then),
                String.format(Locale.ROOT, "%.0f", today),
                verdict);
    }

    private static double median(List<Slice> slices) {
        return Ratio.median(slices.stream().map(Slice::allocatedPerOperation).toList());
    }

    private void ratio(String who, Ratio before, Ratio now, boolean believed) {
        add(
                who,
                "speed, of a bare socket's",
                text(before),
                text(now),
                believed ? verdict(before, now) : Shift.NOT_CLEAR);
    }

    private static String verdict(Ratio before, Ratio now) {
        if (now.high() < before.low() * (1 - LEAST_OF_RATIO)) {
            return Shift.WORSE;
        }
        if (now.low() > before.high() * (1 + LEAST_OF_RATIO)) {
            return Shift.BETTER;
        }
        return Math.abs(now.median() / before.median() - 1) < LEAST_OF_RATIO ? Shift.SAME : Shift.NOT_CLEAR;
    }

    private static String text(Ratio ratio) {
        return String.format(Locale.ROOT, "%.2f (%.2f .. %.2f)", ratio.median(), ratio.low(), ratio.high());
    }

    private void add(String who, String what, String before, String now, String verdict) {
        worse += verdict.equals(Shift.WORSE) ? 1 : 0;
        rows.add(List.of(who, what, before, now, verdict.replace("*", "")));
    }

    /** The table, what speaks against it, and what to do about it, for a terminal. */
    public List<String> lines() {
        if (rows.size() == 1) {
            return List.of("nothing of the committed figures was measured");
        }
        List<String> lines = new ArrayList<>(Columns.plain(rows));
        lines.addAll(doubts);
        lines.add(
                worse == 0
                        ? "information, no gate: nothing is clearly worse"
                        : "information, no gate: " + worse
                                + " clearly worse; ./takt bench against COMMIT says since when");
        return lines;
    }
}
