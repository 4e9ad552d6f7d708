package io.taktstrom.benchmarks.compare;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import io.taktstrom.benchmarks.report.DataFile;

/** Two runs of an experiment: what has changed between them, and how far that can be believed. */
public final class Comparison {

    /** For each core, before a run; a run that follows another one begins with that one's load. */
    private static final double MAX_LOAD = 1.5;

    private static final List<String> HEAD =
            List.of("what", "before", "now", "now / before (95 %)", "", "dirty rounds before / now");

    private Comparison() {}

    /** As lines of Markdown. */
    public static List<String> of(DataFile before, DataFile now) {
        List<String> lines = new ArrayList<>();
        lines.add("### " + now.experiment());
        lines.add("");
        lines.add("before: " + before.date() + ", now: " + now.date());
        lines.addAll(doubts(before, now));
        Map<String, Measure> earlier = Measures.of(before);
        Map<String, Measure> later = Measures.of(now);
        alone("before", earlier, later).ifPresent(lines::add);
        alone("now", later, earlier).ifPresent(lines::add);
        lines.add("");
        List<List<String>> rows = new ArrayList<>();
        later.forEach((name, measure) -> {
            Measure same = earlier.get(name);
            if (same != null && !same.values().isEmpty() && !measure.values().isEmpty()) {
                rows.add(row(same, measure));
            }
        });
        if (rows.isEmpty()) {
            lines.add("Nothing that both have can be compared.");
        } else {
            rows.add(0, HEAD);
            lines.addAll(Columns.markdown(rows));
        }
        lines.add("");
        return lines;
    }

    /** Contenders that only one of the runs has: who was not there, or has another name by now. */
    private static Optional<String> alone(String which, Map<String, Measure> these, Map<String, Measure> those) {
        Set<String> names = contenders(these);
        names.removeAll(contenders(those));
        return names.isEmpty() ? Optional.empty() : Optional.of("- " + which + " only: " + String.join("; ", names));
    }

    private static Set<String> contenders(Map<String, Measure> measures) {
        Set<String> names = new LinkedHashSet<>();
        measures.keySet().forEach(name -> names.add(name.replaceFirst(", [^,]*$", "")));
        return names;
    }

    private static List<String> row(Measure before, Measure now) {
        Shift shift = Shift.of(before, now);
        return List.of(
                now.name(),
                number(before.median()),
                number(now.median()),
                shift.text(),
                shift.verdict(now.higherIsBetter()),
                String.format(Locale.ROOT, "%d / %d", before.dirty(), now.dirty()));
    }

    /** How many rows of a comparison say what, in a line; empty when there are none. */
    public static Optional<String> count(List<String> lines) {
        List<String> counts = new ArrayList<>();
        for (String verdict : List.of(Shift.WORSE, Shift.BETTER, Shift.SAME, Shift.NOT_CLEAR, Shift.TOO_FEW)) {
            Pattern cell = Pattern.compile("\\| " + Pattern.quote(verdict) + " +\\|");
            long rows = lines.stream().filter(line -> cell.matcher(line).find()).count();
            if (rows > 0) {
                counts.add(rows + " " + verdict.replace("*", ""));
            }
        }
        return counts.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", counts));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, Math.abs(value) < 100 ? "%.3f" : "%,.0f", value);
    }

    private static List<String> doubts(DataFile before, DataFile now) {
        List<String> doubts = new ArrayList<>();
        for (String fact : List.of("cpu", "cores", "kernel", "java")) {
            Object then = before.before().get(fact);
            Object today = now.before().get(fact);
            if (!Objects.equals(then, today)) {
                doubts.add("- another " + fact + ": " + then + ", now " + today);
            }
        }
        doubts.addAll(doubts("before", before));
        doubts.addAll(doubts("now", now));
        return doubts;
    }

    /** Why a run is to be read with care: others took much of the machine, or it was busy. Nothing for most. */
    public static List<String> doubts(String which, DataFile run) {
        List<String> doubts = new ArrayList<>();
        int[] dirty = Measures.dirtyOf(run.figures());
        if (dirty[0] > 0) {
            doubts.add("- " + which + ": in " + dirty[0] + " of " + dirty[1]
                    + " slices others took more than 2 % of the machine");
        }
        double load = load(run.before());
        if (load > MAX_LOAD * cores(run)) {
            doubts.add("- " + which + ": a load of " + load + " when it began");
        }
        return doubts;
    }

    private static double cores(DataFile run) {
        return run.before().get("cores") instanceof Number cores ? cores.doubleValue() : 1;
    }

    /** Of the last minute. */
    private static double load(Map<String, Object> machine) {
        String load = String.valueOf(machine.get("load")).split(" ", 2)[0];
        return load.matches("[0-9.]+") ? Double.parseDouble(load) : 0;
    }
}
