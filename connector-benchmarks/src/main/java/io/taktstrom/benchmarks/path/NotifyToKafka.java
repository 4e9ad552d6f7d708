package io.taktstrom.benchmarks.path;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

import com.sun.management.OperatingSystemMXBean;
import io.taktstrom.ads.simulator.model.Burst;
import io.taktstrom.data.PointGroup;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.OverflowPolicy;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.Connectors;
import io.taktstrom.spi.Providers;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.Pipeline;
import io.taktstrom.stream.PipelineSettings;

/**
 * A burst of notifications into a topic: URI RATE SAMPLES-PER-FRAME TOTAL BROKERS TOPIC. Prints {@code delivered received published
 * dropped nanos cpuNanos} when all is acknowledged, or when nothing has come for some seconds.
 */
final class NotifyToKafka {

    private static final long LOOK_NANOS = 1_000_000;
    private static final long QUIET_NANOS = 5_000_000_000L;

    private NotifyToKafka() {}

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        long rate = Long.parseLong(args[1]);
        long total = Long.parseLong(args[3]);
        SinkProvider provider = Providers.ofClassPath().sink("kafka");
        DataPoint burst =
                new DataPoint("press1.i0", "0x%X:%s:UDINT".formatted(Burst.GROUP, args[2]), null, false, "", Map.of());
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        try (Sink sink = provider.open(
                        provider.descriptor()
                                .values(
                                        "the benchmark",
                                        Map.of(
                                                "brokers",
                                                args[4],
                                                "topic",
                                                args[5],
                                                "fields",
                                                "point, value, sourceTime",
                                                "timeFormat",
                                                "epochNanos")),
                        SinkContext.standard("bench"));
                Pipeline pipeline = Pipeline.to(sink.inlet("bench", List.of(burst)))
                        .named("bench")
                        .settings(PipelineSettings.STANDARD.withOnFull(OverflowPolicy.BLOCK))
                        .onNotice(System.err::println)
                        .start();
                Connection connection = Connectors.connect(args[0])) {
            PointGroup group = connection.resolve(List.of(burst));
            long cpu = system.getProcessCpuTime();
            long begin = System.nanoTime();
            Subscription subscription = connection.subscribe(
                    group, SubscriptionSettings.cyclic(Duration.ofNanos(1_000_000_000L / rate)), pipeline.inlet());
            Accounting accounting = await(pipeline, total);
            long nanos = System.nanoTime() - begin;
            subscription.close();
            out.println(String.format(
                    Locale.ROOT,
                    "delivered %d %d %d %d %d",
                    accounting.received(),
                    accounting.published(),
                    accounting.droppedTotal(),
                    nanos,
                    system.getProcessCpuTime() - cpu));
        }
        System.exit(0);
    }

    private static Accounting await(Pipeline pipeline, long total) {
        Accounting accounting = pipeline.accounting();
        long published = -1;
        long movedAt = System.nanoTime();
        while (accounting.published() < total && System.nanoTime() - movedAt < QUIET_NANOS) {
            LockSupport.parkNanos(LOOK_NANOS);
            accounting = pipeline.accounting();
            if (accounting.published() != published) {
                published = accounting.published();
                movedAt = System.nanoTime();
            }
        }
        return accounting;
    }
}
