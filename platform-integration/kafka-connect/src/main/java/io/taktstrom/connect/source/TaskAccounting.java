package io.taktstrom.connect.source;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

import io.taktstrom.stream.Accounting;
import org.apache.kafka.common.metrics.PluginMetrics;

/** What became of the samples of a task, as metrics of the worker: received = published + buffered + dropped, for each stream. */
final class TaskAccounting {

    private static final Map<String, ToLongFunction<Accounting>> FIGURES = new LinkedHashMap<>(Map.of(
            "samples-received", Accounting::received,
            "samples-published", Accounting::published,
            "samples-buffered", Accounting::buffered,
            "samples-dropped", Accounting::droppedTotal));

    private TaskAccounting() {}

    static void show(PluginMetrics metrics, Supplier<Map<String, Accounting>> accounting) {
        for (String stream : accounting.get().keySet()) {
            FIGURES.forEach((name, figure) -> metrics.addMetric(
                    metrics.metricName(
                            name,
                            "Samples of the stream that this task has " + name.substring(name.indexOf('-') + 1),
                            new LinkedHashMap<>(Map.of("stream", stream))),
                    (org.apache.kafka.common.metrics.Gauge<Long>) (config, now) -> {
                        Accounting account = accounting.get().get(stream);
                        return account == null ? 0 : figure.applyAsLong(account);
                    }));
        }
    }

    /** For people, on one line. */
    static String text(Map<String, Accounting> accounting) {
        StringBuilder text = new StringBuilder();
        accounting.forEach((stream, account) -> {
            text.append(text.isEmpty() ? "" : "; ")
                    .append(stream)
                    .append(": received ")
                    .append(account.received())
                    .append(" = published ")
                    .append(account.published())
                    .append(" + buffered ")
                    .append(account.buffered())
                    .append(" + dropped ")
                    .append(account.droppedTotal());
            account.dropped().forEach((reason, number) -> {
                if (number > 0) {
                    text.append(", ").append(reason.text()).append(' ').append(number);
                }
            });
        });
        return text.toString();
    }
}
