package io.taktstrom.connect.source;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.source.ConnectionState;
import org.apache.kafka.common.metrics.PluginMetrics;

/** What became of the samples of a task, as metrics of the worker: received = published + buffered + dropped, for each stream. */
final class TaskAccounting {

    private static final Map<String, ToLongFunction<Accounting>> FIGURES = new LinkedHashMap<>(Map.of(
            "samples-received", Accounting::received,
            "samples-published", Accounting::published,
            "samples-buffered", Accounting::buffered,
            "samples-dropped", Accounting::droppedTotal));

    private TaskAccounting() {}

    static void show(PluginMetrics metrics, RunningDeployment running) {
        for (String stream : running.accounts().keySet()) {
            FIGURES.forEach((name, figure) -> add(
                    metrics,
                    name,
                    "Samples of the stream that this task has " + name.substring(name.indexOf('-') + 1),
                    "stream",
                    stream,
                    () -> {
                        Accounting account = running.accounts().get(stream);
                        return account == null ? 0 : figure.applyAsLong(account);
                    }));
        }
        running.connections()
                .forEach(connection -> add(
                        metrics,
                        "connected",
                        "1 while the device of the connection is connected, 0 while it is away",
                        "connection",
                        connection.name(),
                        () -> connection.managed().state() == ConnectionState.CONNECTED ? 1 : 0));
    }

    private static void add(
            PluginMetrics metrics, String name, String about, String tag, String value, LongSupplier figure) {
        metrics.addMetric(
                metrics.metricName(name, about, new LinkedHashMap<>(Map.of(tag, value))),
                (org.apache.kafka.common.metrics.Gauge<Long>) (config, now) -> figure.getAsLong());
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
