package io.taktstrom.spring.stream;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

import com.sun.management.ThreadMXBean;
import io.taktstrom.brokers.Feed;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.OverflowPolicy;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.stream.Pipeline;
import io.taktstrom.stream.PipelineSettings;
import io.taktstrom.testkit.report.Machine;
import io.taktstrom.testkit.report.Page;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cloud.stream.binder.test.OutputDestination;
import org.springframework.cloud.stream.binder.test.TestChannelBinderConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * What a sample costs on its way through Spring: the bare stream, a subscriber of the flux, and a binding of Spring Cloud Stream
 * with a binder that keeps messages in memory. Writes its table between the markers of docs/benchmarks/spring.md, which has the
 * command.
 *
 * <p>Arguments: seconds for each, of which the first half warms up; the page.
 */
final class StreamCost {

    private static final int BATCH = 256;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private StreamCost() {}

    /** A binding without a broker. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(TestChannelBinderConfiguration.class)
    static class Application {

        @Bean
        StreamSupplier press(StreamOutlets outlets) {
            return new StreamSupplier(outlets.of("press", "out"));
        }
    }

    public static void main(String[] arguments) throws IOException {
        long seconds = Long.parseLong(arguments[0]);
        Page page = new Page(Path.of(arguments[1]));
        Map<String, Object> before = Machine.describe();
        List<String> lines = new ArrayList<>(
                List.of("| Path | Format | Samples/s | ns/sample | B/sample |", "|---|---|---:|---:|---:|"));
        lines.add(row("bare stream, a sink that does nothing", "", (batch, unit) -> {}, seconds));
        for (String format : List.of("json", "json-array")) {
            StreamOutlets outlets = new StreamOutlets();
            new StreamSupplier(outlets.of("press", "out")).get().subscribe(message -> {});
            lines.add(row(
                    "a subscriber of the flux", format, inlet(outlets, format, SpringSinkOptions.SUBSCRIBER), seconds));
        }
        for (String format : List.of("json", "json-array")) {
            lines.add(binding(format, seconds));
        }
        lines.add("");
        lines.add(
                "`StreamCost` with " + seconds + " s for each, " + Instant.now().truncatedTo(ChronoUnit.SECONDS) + ", "
                        + Machine.inWords(before, Machine.describe()) + ".");
        lines.forEach(System.out::println);
        if (!page.replace("spring", lines)) {
            throw new IOException(page.file() + " has no lines <!-- bench spring --> and <!-- /bench -->");
        }
    }

    private static SinkInlet inlet(StreamOutlets outlets, String format, String acknowledge) throws IOException {
        SpringSinkProvider provider = new SpringSinkProvider(outlets);
        Map<String, String> options = Map.of("format", format, "acknowledge", acknowledge, "key", "{stream}");
        return provider.open(provider.descriptor().values("out", options), SinkContext.standard("out"))
                .inlet("press", List.of());
    }

    private static String binding(String format, long seconds) throws IOException {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .properties(
                        "spring.main.web-application-type=none",
                        "spring.main.banner-mode=off",
                        "spring.cloud.stream.default-binder=integration",
                        "spring.cloud.function.definition=press")
                .run()) {
            OutputDestination kept = context.getBean(OutputDestination.class);
            Thread reader = new Thread(
                    () -> {
                        while (!Thread.currentThread().isInterrupted()) {
                            kept.receive(100, "press-out-0");
                        }
                    },
                    "reader");
            reader.setDaemon(true);
            reader.start();
            try {
                return row(
                        "a binding, acknowledged by its channel",
                        format,
                        inlet(context.getBean(StreamOutlets.class), format, SpringSinkOptions.BINDER),
                        seconds);
            } finally {
                reader.interrupt();
            }
        }
    }

    private static String row(String path, String format, SinkInlet inlet, long seconds) {
        PipelineSettings settings = PipelineSettings.STANDARD.withOnFull(OverflowPolicy.BLOCK);
        SampleBatch batch = Feed.count(0, BATCH, "press1.count");
        try (Pipeline pipeline =
                Pipeline.to(inlet).named("press.out").settings(settings).start()) {
            LongSupplier published = () -> pipeline.accounting().published();
            feed(pipeline, batch, seconds * 500);
            long bytes = allocated();
            long before = published.getAsLong();
            long begin = System.nanoTime();
            feed(pipeline, batch, seconds * 500);
            double nanos = System.nanoTime() - begin;
            double samples = published.getAsLong() - before;
            return String.format(
                    Locale.ROOT,
                    "| %s | %s | %,.0f | %,.0f | %,.0f |",
                    path,
                    format,
                    samples * 1e9 / nanos,
                    nanos / samples,
                    (allocated() - bytes) / samples);
        }
    }

    private static void feed(Pipeline pipeline, SampleBatch batch, long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < end) {
            pipeline.inlet().onSamples(batch);
            while (pipeline.accounting().buffered() > 32 * BATCH) {
                LockSupport.parkNanos(1_000);
            }
        }
    }

    /** By all threads that live. */
    private static long allocated() {
        return Arrays.stream(Objects.requireNonNull(THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds())))
                .filter(bytes -> bytes > 0)
                .sum();
    }
}
