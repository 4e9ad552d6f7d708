package io.taktstrom.sinks.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sink.SinkObserver;
import io.taktstrom.sinks.format.CsvFormat;
import io.taktstrom.sinks.format.Formulas;
import io.taktstrom.sinks.format.PayloadOptions;
import io.taktstrom.sinks.format.Points;
import io.taktstrom.testkit.ManualClock;
import io.taktstrom.testkit.TestUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LineFileSinkTest {

    private static final PartDescriptor DESCRIPTOR = new PartDescriptor("csv", "", FileOptions.ALL);

    @TempDir
    Path folder;

    private final Points points = Points.of(
            ScalarType.INT,
            new DataPoint("a.x", "x", null, false, "", Map.of("line", "1"), "press1"),
            new DataPoint("a.y", "y", null, false, "", Map.of(), "press1"),
            new DataPoint("b.x", "x", null, false, "", Map.of("line", "../2"), "press2"));

    @Test
    void eachPointGoesToTheFileThatTheTemplateGives() throws IOException {
        try (LineFileSink sink = open(Map.of("path", "{sink}/{connection}/{label:line|none}.csv", "fields", "point"))) {
            sink.inlet("s", List.of()).publish(batch(0, 1, 2), unit(1));
        }
        assertThat(text("files/press1/1.csv")).isEqualTo("point\na.x\n");
        assertThat(text("files/press1/none.csv")).isEqualTo("point\na.y\n");
        assertThat(text("files/press2/___2.csv")).isEqualTo("point\nb.x\n");
    }

    @Test
    void streamsCanHaveFilesOfTheirOwn() throws IOException {
        try (LineFileSink sink = open(Map.of("path", "{stream}.csv", "fields", "stream"))) {
            sink.inlet("s1", List.of()).publish(batch(0), unit(1));
            sink.inlet("s2", List.of()).publish(batch(0), unit(1));
        }
        assertThat(text("s1.csv")).isEqualTo("stream\ns1\n");
        assertThat(text("s2.csv")).isEqualTo("stream\ns2\n");
    }

    /** One of three files cannot be written: what is in the other two must not be there twice. */
    @Test
    void aUnitForSeveralFilesThatIsDeliveredAgainIsInEachOfThemOnce() throws IOException {
        try (LineFileSink sink = open(Map.of("path", "{point}.csv", "fields", "value"))) {
            SinkInlet inlet = sink.inlet("s", List.of());
            Files.createDirectory(folder.resolve("a.y.csv"));
            assertThatThrownBy(() -> inlet.publish(batch(0, 1, 2), unit(1))).isInstanceOf(IOException.class);
            Files.delete(folder.resolve("a.y.csv"));
            inlet.publish(batch(0, 1, 2), unit(1));
            inlet.publish(batch(0, 1, 2), unit(2));
        }
        for (int i = 0; i < 3; i++) {
            assertThat(text(points.points().get(i).name() + ".csv")).isEqualTo("value\n" + i + "\n" + i + "\n");
        }
    }

    @Test
    void manyFilesAreOpenOnlySomeAtATime() throws IOException {
        int many = 300;
        Points all = Points.of(
                ScalarType.INT,
                Stream.iterate(0, i -> i + 1)
                        .limit(many)
                        .map(i -> DataPoint.of("p" + i, "x"))
                        .toArray(DataPoint[]::new));
        SampleBatch batch = new SampleBatch(many, 0);
        batch.reset(all, 0, 0);
        for (int i = 0; i < many; i++) {
            batch.add(i, 0, StatusCode.GOOD, i);
        }
        try (LineFileSink sink = open(Map.of("path", "{point}.csv", "fields", "value"))) {
            SinkInlet inlet = sink.inlet("s", List.of());
            inlet.publish(batch, unit(1));
            inlet.publish(batch, unit(2));
            assertThat(sink.openFiles()).isLessThanOrEqualTo(200);
        }
        for (int i = 0; i < many; i++) {
            assertThat(text("p" + i + ".csv")).isEqualTo("value\n" + i + "\n" + i + "\n");
        }
    }

    @Test
    void whatIsOnlyCheckedLeavesNothingBehind() throws IOException {
        LineFileSink.check(values(Map.of("path", "new/{point}.csv")).get(FileOptions.PATH), context());
        LineFileSink.check(values(Map.of("path", "new/{date:yyyy}.csv")).get(FileOptions.PATH), context());
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
        Files.writeString(folder.resolve("file"), "");
        assertThatThrownBy(() -> LineFileSink.check(
                        values(Map.of("path", "file/{point}.csv")).get(FileOptions.PATH), context()))
                .hasMessageContaining("nothing can be made in");
    }

    @Test
    void aPathThatIsNoneIsRefusedWithItsPlace() {
        assertThatThrownBy(() -> values(Map.of("path", "a/{pont}.csv")))
                .hasMessageContaining("option path: 'a/{pont}.csv', character 3: unknown placeholder {pont}");
        assertThatThrownBy(() -> values(Map.of("path", "a/"))).hasMessageContaining("is not the path of a file");
    }

    /** Files that take a while at the end are complete when the sink is closed. */
    @Test
    void allFilesAreFinishedWhenTheSinkIsClosed() throws IOException {
        CountDownLatch never = new CountDownLatch(1);
        LineFileSink sink =
                finishing("{point}.csv", EpochNanoClock.system(), () -> never.await(500, TimeUnit.MILLISECONDS));
        assertThat(sink.closeTime()).isEqualTo(Duration.ofSeconds(10));
        sink.inlet("s", List.of()).publish(batch(0, 1), unit(1));
        sink.close();
        assertThat(names()).hasSize(2).allMatch(name -> name.endsWith(".done"));
    }

    @Test
    void aFileWhoseCloseFailsDoesNotHoldUpOthers() throws IOException {
        AtomicInteger failures = new AtomicInteger();
        Thread closing = Thread.currentThread();
        EpochNanoClock clock = new EpochNanoClock() {
            @Override
            public long epochNanos() {
                if (Thread.currentThread() == closing && failures.getAndDecrement() == 1) {
                    throw new IllegalStateException("the clock fails");
                }
                return EpochNanoClock.system().epochNanos();
            }

            @Override
            public long nanoTime() {
                return System.nanoTime();
            }
        };
        LineFileSink sink = finishing("{point}.csv", clock, () -> true);
        sink.inlet("s", List.of()).publish(batch(0, 1, 2), unit(1));
        failures.set(1);
        assertThatThrownBy(sink::close).hasMessageContaining("the clock fails");
        assertThat(names()).hasSize(3).allMatch(name -> name.endsWith(".done"));
    }

    /** The disk was full when yesterday's file was complete, and today nothing has come. */
    @Test
    void aFileOfYesterdayIsFinishedAtTheEndWhereTodaysIsEmpty() throws IOException {
        AtomicInteger attempts = new AtomicInteger();
        Files.writeString(folder.resolve("1969-12-31.csv"), "value\n1\n");
        LineFileSink sink = finishing("{date:yyyy-MM-dd}.csv", new ManualClock(0), () -> {
            if (attempts.getAndIncrement() == 0) {
                throw new IllegalStateException("no room");
            }
            return true;
        });
        Awaitility.await().until(() -> attempts.get() == 1);
        sink.close();
        assertThat(names()).contains("1969-12-31.csv.done").doesNotContain("1969-12-31.csv");
    }

    private LineFileSink finishing(String path, EpochNanoClock clock, Callable<Boolean> work) throws IOException {
        Finish finish = new Finish() {
            @Override
            public String finished(String name) {
                return name + ".done";
            }

            @Override
            public @Nullable String unfinished(String name) {
                return name.endsWith(".done") ? name.substring(0, name.length() - 5) : null;
            }

            @Override
            public void write(Path lines, Path to) throws IOException {
                try {
                    work.call();
                } catch (Exception e) {
                    throw new IOException(e);
                }
                Files.copy(lines, to);
            }
        };
        OptionValues options = values(Map.of("path", path, "fields", "value"));
        return LineFileSink.finishing(
                options.get(FileOptions.PATH),
                Long.MAX_VALUE,
                Duration.ZERO,
                options,
                finish,
                stream -> new CsvFormat(PayloadOptions.selection(options, stream), Formulas.KEEP),
                new SinkContext("files", folder::resolve, clock, SinkObserver.NONE));
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private OptionValues values(Map<String, String> options) {
        return DESCRIPTOR.values("files", new HashMap<>(options));
    }

    private SinkContext context() {
        return new SinkContext("files", folder::resolve, EpochNanoClock.system(), SinkObserver.NONE);
    }

    private LineFileSink open(Map<String, String> given) throws IOException {
        OptionValues options = values(given);
        return LineFileSink.open(
                options, stream -> new CsvFormat(PayloadOptions.selection(options, stream), Formulas.KEEP), context());
    }

    private SampleBatch batch(int... samples) {
        SampleBatch batch = new SampleBatch(samples.length, 0);
        batch.reset(points, 0, 0);
        for (int point : samples) {
            batch.add(point, 0, StatusCode.GOOD, point);
        }
        return batch;
    }

    /** It takes no refusal. */
    private static FlushUnit unit(long number) {
        return new TestUnit(number, 1).deliver(0, true);
    }

    private String text(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }
}
