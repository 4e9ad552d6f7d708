package io.taktstrom.benchmarks.ads;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.taktstrom.benchmarks.report.Plot;
import org.jspecify.annotations.Nullable;

/**
 * What a contender took without a loss.
 *
 * @param contender its name
 * @param perFrame samples that shared a frame
 * @param highest samples per second that it had all of and in order, all lower rates too; 0 if there is none
 * @param failedAt the lowest rate at which something was lost, null if there is none
 */
record NotificationLimit(
        String contender,
        int perFrame,
        double highest,
        @Nullable String failedAt) {

    /** From the raw figures of an experiment, whose rates rise. */
    static List<NotificationLimit> of(Map<String, Object> figures) {
        Map<String, NotificationLimit> limits = new LinkedHashMap<>();
        figures.forEach((key, line) -> {
            String[] leg = key.split(" ", 4);
            limits.merge(leg[3] + " " + leg[1], one(leg, String.valueOf(line)), NotificationLimit::and);
        });
        return List.copyOf(limits.values());
    }

    private static NotificationLimit one(String[] leg, String line) {
        String[] run = line.split(" ", -1);
        // What a library throws away before it has the subscription ready says nothing about the rate.
        long first = run.length > 8 ? Long.parseLong(run[8]) : 0;
        boolean all = run[0].equals("notified")
                && Long.parseLong(run[1]) + first == Long.parseLong(leg[2])
                && run[2].equals(first == 0 ? "0" : "1");
        double rate = leg[0].equals("0")
                ? (all ? Long.parseLong(run[1]) * 1e9 / Long.parseLong(run[3]) : 0)
                : Double.parseDouble(leg[0]);
        String text = leg[0].equals("0") ? "max" : number(rate);
        return new NotificationLimit(leg[3], Integer.parseInt(leg[1]), all ? rate : 0, all ? null : text);
    }

    private NotificationLimit and(NotificationLimit higher) {
        boolean goesOn = failedAt == null && higher.failedAt == null;
        return new NotificationLimit(
                contender,
                perFrame,
                goesOn ? Math.max(highest, higher.highest) : highest,
                failedAt == null ? higher.failedAt : failedAt);
    }

    static List<String> table(List<NotificationLimit> limits) {
        List<String> lines = new ArrayList<>();
        lines.add("| contender | samples/frame | highest rate without loss, samples/s | first loss at |");
        lines.add("|---|---:|---:|---:|");
        for (NotificationLimit limit : limits) {
            lines.add("| %s | %d | %s | %s |"
                    .formatted(
                            limit.contender,
                            limit.perFrame,
                            number(limit.highest),
                            limit.failedAt == null ? "none" : limit.failedAt));
        }
        return lines;
    }

    static Plot plot(String name, List<NotificationLimit> limits) {
        List<String> contenders =
                limits.stream().map(NotificationLimit::contender).distinct().toList();
        Map<String, List<Double>> series = new LinkedHashMap<>();
        for (int perFrame :
                limits.stream().mapToInt(NotificationLimit::perFrame).distinct().toArray()) {
            series.put(
                    perFrame + (perFrame == 1 ? " sample" : " samples") + " in a frame",
                    contenders.stream()
                            .map(contender -> limits.stream()
                                    .filter(limit -> limit.perFrame == perFrame && limit.contender.equals(contender))
                                    .mapToDouble(NotificationLimit::highest)
                                    .findFirst()
                                    .orElse(Double.NaN))
                            .toList());
        }
        return new Plot(name, "Highest rate of notifications without loss", "samples/s", true, contenders, series);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }
}
