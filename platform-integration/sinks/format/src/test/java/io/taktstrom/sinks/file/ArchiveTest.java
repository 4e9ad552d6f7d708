package io.taktstrom.sinks.file;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import io.taktstrom.sinks.format.Template;
import io.taktstrom.testkit.ManualClock;
import io.taktstrom.testkit.RecordingObserver;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

class ArchiveTest {

    private static final long DAY = Duration.ofDays(1).toNanos();
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private final RecordingObserver observer = new RecordingObserver();
    private final ManualClock clock = new ManualClock(100 * DAY);

    @Test
    void filesThatOthersDeleteMeanwhileAreLeftOut() throws IOException, InterruptedException {
        write("1970-01-01.csv", 0L, "x");
        AtomicBoolean ended = new AtomicBoolean();
        Thread others = new Thread(() -> {
            for (int i = 0; !ended.get(); i = (i + 1) % 50) {
                Path other = folder.resolve("other" + i);
                assertThatCode(() -> {
                            Files.deleteIfExists(other);
                            Files.createFile(other);
                        })
                        .doesNotThrowAnyException();
            }
        });
        others.start();
        try {
            for (int i = 0; i < 2_000; i++) {
                assertThat(family("{date:yyyy-MM-dd}.csv").files(null)).hasSize(1);
            }
        } finally {
            ended.set(true);
            others.join();
        }
    }

    @Test
    void onlyWhatTheTemplateCouldHaveMadeIsTouched() throws IOException {
        List<String> others = List.of(
                "a1970-01-01.csv",
                "1970-01-01.csv.bak",
                "1970-1-1.csv",
                "1970-01-01.19700101T000000.csv",
                "notes.csv",
                "1970-01-03.csv.gz.part");
        for (String name : others) {
            write(name, 0L, "x");
        }
        write("1970-01-01.csv", 0L, "x");
        write("1970-01-02.19700101T000000.000Z.csv", 1_000_000, "x");
        tidy("{date:yyyy-MM-dd}.csv", new Retention(null, 1, 0, Duration.ZERO), null);
        assertThat(names())
                .containsAll(others)
                .hasSize(others.size() + 1)
                .contains("1970-01-02.19700101T000000.000Z.csv");
    }

    @Test
    void filesGoByAgeAndBySize() throws IOException {
        write("1970-04-01.csv", 90 * DAY, "123456");
        write("1970-04-02.csv", 91 * DAY, "123456");
        write("1970-04-09.csv", 98 * DAY, "123456");
        tidy("{date:yyyy-MM-dd}.csv", new Retention(null, 0, 12, Duration.ofDays(30)), null);
        assertThat(names()).containsExactlyInAnyOrder("1970-04-02.csv", "1970-04-09.csv");
        tidy("{date:yyyy-MM-dd}.csv", new Retention(null, 0, 0, Duration.ofDays(5)), null);
        assertThat(names()).containsExactly("1970-04-09.csv");
    }

    @Test
    void whatIsBeingWrittenStays() throws IOException {
        write("1970-01-01.csv", 0L, "x");
        write("1970-01-02.csv", 0L, "x");
        try (FileChannel otherProcess = FileChannel.open(folder.resolve("1970-01-02.csv"), StandardOpenOption.WRITE)) {
            FileLocks.lock(folder.resolve("1970-01-02.csv"), otherProcess);
            tidy(
                    "{date:yyyy-MM-dd}.csv",
                    new Retention(Finish.GZIP, 0, 0, Duration.ofDays(1)),
                    folder.resolve("1970-01-01.csv"));
        }
        assertThat(names()).containsExactlyInAnyOrder("1970-01-01.csv", "1970-01-02.csv");
    }

    @Test
    void aFileThatWasFinishedWhenTheProcessWasKilledIsThereOnce() throws IOException {
        write("1970-01-01.csv", 5 * DAY, "x");
        write("1970-01-01.csv.gz", 5 * DAY, "the same, compressed");
        write("1970-01-02.csv", 6 * DAY, "y");
        write("1970-01-02.csv.gz", 7 * DAY, "another of this name");
        write("1970-01-03.csv.gz.part", 7 * DAY, "begun");
        write("1970-01-03.csv", 6 * DAY, "z");
        tidy("{date:yyyy-MM-dd}.csv", new Retention(Finish.GZIP, 0, 0, Duration.ZERO), null);
        assertThat(names())
                .containsExactlyInAnyOrder(
                        "1970-01-01.csv.gz",
                        "1970-01-02.csv.gz",
                        "1970-01-02.csv.19700107T000000.000Z.gz",
                        "1970-01-03.csv.gz");
        assertThat(Files.readString(folder.resolve("1970-01-02.csv.gz"))).isEqualTo("another of this name");
    }

    @Test
    void whatCannotBeFinishedStaysAndIsSaid() throws IOException {
        write("1970-01-01.csv", 0L, "x");
        Finish broken = finish(lines -> {
            throw new IOException("no room");
        });
        tidy("{date:yyyy-MM-dd}.csv", new Retention(broken, 0, 0, Duration.ZERO), null);
        assertThat(names()).containsExactly("1970-01-01.csv");
        assertThat(observer.notices()).singleElement().asString().contains("no room", "stay as they are");
    }

    @ParameterizedTest
    @ValueSource(classes = {IOException.class, IllegalStateException.class, NoClassDefFoundError.class})
    void aFileThatCannotBeFinishedDoesNotHoldUpOthers(Class<? extends Throwable> failure) throws IOException {
        for (int day = 1; day < 6; day++) {
            write("1970-01-0" + day + ".csv", day * DAY, "x");
        }
        tidy(
                "{date:yyyy-MM-dd}.csv",
                new Retention(
                        finish(lines -> {
                            if (lines.toString().contains("-02")
                                    || lines.toString().contains("-04")) {
                                Throwable thrown =
                                        failure.getConstructor(String.class).newInstance("no room");
                                if (thrown instanceof Error error) {
                                    throw error;
                                }
                                throw (Exception) thrown;
                            }
                        }),
                        0,
                        0,
                        Duration.ZERO),
                null);
        assertThat(names())
                .containsExactlyInAnyOrder(
                        "1970-01-01.csv.x", "1970-01-02.csv", "1970-01-03.csv.x", "1970-01-04.csv", "1970-01-05.csv.x");
        assertThat(observer.notices()).singleElement().asString().contains("2 files", "no room", "stay as they are");
    }

    @Test
    void filesThatAreNotFinishedAtTheEndAreNamedOnce() throws IOException {
        write("1970-01-01.csv", 0L, "x");
        write("1970-01-02.csv", 0L, "x");
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        Finish slow = finish(lines -> {
            begun.countDown();
            try {
                never.await();
            } catch (InterruptedException e) {
                throw new InterruptedIOException();
            }
        });
        try (Archive archive = archive(new Retention(slow, 0, 0, Duration.ZERO), Duration.ofMillis(1))) {
            archive.tidy(family("{date:yyyy-MM-dd}.csv"), null);
            archive.tidy(family("{date:yyyy-MM-dd}.csv"), null);
            assertThatCode(begun::await).doesNotThrowAnyException();
        }
        assertThat(names()).containsExactlyInAnyOrder("1970-01-01.csv", "1970-01-02.csv");
        assertThat(observer.notices())
                .singleElement()
                .asString()
                .contains("1970-01-01.csv", "1970-01-02.csv", "not finished", "next start");
    }

    /** Two sinks have the same files while one takes the place of the other. */
    @Test
    void aFileIsFinishedByOneAtATime() throws Exception {
        write("1970-01-01.csv", 0L, "x");
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        Finish slow = finish(lines -> {
            begun.countDown();
            mayEnd.await();
        });
        Finish second = finish(lines -> {
            throw new IllegalStateException("both at once");
        });
        try (Archive one = archive(new Retention(slow, 0, 0, Duration.ZERO), LIMIT)) {
            one.tidy(family("{date:yyyy-MM-dd}.csv"), null);
            begun.await();
            tidy("{date:yyyy-MM-dd}.csv", new Retention(second, 0, 0, Duration.ZERO), null);
            mayEnd.countDown();
        }
        assertThat(names()).containsExactly("1970-01-01.csv.x");
        assertThat(observer.notices()).isEmpty();
    }

    private interface Work {
        void on(Path lines) throws Exception;
    }

    private static Finish finish(Work work) {
        return new Finish() {
            @Override
            public String finished(String name) {
                return name + ".x";
            }

            @Override
            public @Nullable String unfinished(String name) {
                return name.endsWith(".x") ? name.substring(0, name.length() - 2) : null;
            }

            @Override
            public void write(Path lines, Path to) throws IOException {
                Files.writeString(to, "half");
                try {
                    work.on(lines);
                } catch (IOException | RuntimeException e) {
                    throw e;
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        };
    }

    private FileFamily family(String template) {
        return new FileFamily(Template.parse(template, Set.of(Template.Name.DATE), text -> text), folder::resolve);
    }

    private Archive archive(Retention retention, Duration closeLimit) {
        return new Archive("test", retention, closeLimit, clock, observer);
    }

    private void tidy(String template, Retention retention, @Nullable Path written) {
        try (Archive archive = archive(retention, LIMIT)) {
            archive.tidy(family(template), written);
            Awaitility.await().until(() -> archive.done() == 1);
        }
    }

    private void write(String name, long modifiedAt, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
        Files.setLastModifiedTime(folder.resolve(name), FileTime.from(modifiedAt, TimeUnit.NANOSECONDS));
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
