package io.taktstrom.stream.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** What the progress file of a log says at each moment at which the process can die. */
class LogProgressTest {

    private static final int ROUNDS = 20;

    @TempDir
    private Path folder;

    private final FrailFiles files = new FrailFiles();
    private LogFixture fixture;

    @BeforeEach
    void newFixture() {
        fixture = new LogFixture(folder.resolve("log"));
        fixture.files = files;
    }

    /** A log with the files as they are now. */
    private LogFixture killed() throws IOException {
        LogFixture next = new LogFixture(Files.createDirectory(folder.resolve("killed")));
        try (Stream<Path> all = Files.list(fixture.folder)) {
            for (Path file : all.toList()) {
                Files.copy(file, next.folder.resolve(file.getFileName()));
            }
        }
        return next;
    }

    private interface Call {
        void run() throws Exception;
    }

    private static FutureTask<Boolean> begin(Call call, Thread.State reached) {
        FutureTask<Boolean> task = new FutureTask<>(() -> {
            call.run();
            return true;
        });
        Thread thread = new Thread(task);
        thread.start();
        await().until(() -> thread.getState() == reached);
        return task;
    }

    /** As where a disk is full on which also what is written over takes room. */
    @Test
    void writesThatEndInTheMiddleLeaveWhatTheFileSaidBefore() throws Exception {
        try (SampleLog log = fixture.open()) {
            fixture.write(log, 0, 20);
            fixture.read(log);
            log.acknowledge(10);
            for (int bytes = 1; bytes < 52; bytes++) {
                files.setRoom(bytes);
                assertThatIOException().isThrownBy(() -> log.acknowledge(20));
                ProgressFile.Progress kept =
                        Objects.requireNonNull(ProgressFile.read(fixture.folder.resolve(ProgressFile.NAME)));
                assertThat(kept.acknowledged()).as("%d bytes", bytes).isEqualTo(10);
            }
            files.setRoom(Long.MAX_VALUE);
        }
    }

    /** The unit at the sink is written, and where the disk has no room to say that it was sent, it is written again. */
    @Test
    void aUnitThatCouldNotBeMarkedAsSentIsThereOnce() throws Exception {
        try (SampleLog log = fixture.open()) {
            fixture.write(log, 0, 5);
            long before = Files.size(fixture.segment());
            fixture.write(log, 5, 10);
            // For the unit, and not for the mark as well.
            files.setRoom(Files.size(fixture.segment()) - before + 40);
            assertThatIOException().isThrownBy(() -> writeClaimed(log));
            log.discard();
            files.setRoom(Long.MAX_VALUE);
            assertThat(writeClaimed(log)).isEqualTo(15);
        }
        try (SampleLog log = fixture.open()) {
            assertThat(LogFixture.counts(fixture.read(log)))
                    .containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L, 12L, 13L, 14L);
        }
    }

    private long writeClaimed(SampleLog log) throws IOException {
        log.begin();
        fixture.append(log, 10, 15);
        return log.commitClaimed();
    }

    /** Nothing else says that there was a run before. */
    @Test
    void aFileThatSaysNothingSoundIsOfARunThatDidNotEndInOrder() throws Exception {
        fixture.open().close();
        Files.write(fixture.folder.resolve(ProgressFile.NAME), new byte[100]);
        try (SampleLog log = fixture.open()) {
            assertThat(log.followsCrash()).isTrue();
        }
    }

    @Test
    void acknowledgementsThatAreWrittenByTwoThreadsAtOnceDoNotGoBack() throws Exception {
        try (SampleLog log = fixture.open()) {
            for (int round = 0; round < ROUNDS; round++) {
                long first = 2L * round;
                fixture.write(log, first, first + 2);
                fixture.read(log);
                CountDownLatch gate = new CountDownLatch(1);
                AtomicBoolean holds = new AtomicBoolean(true);
                files.beforeWrite(path -> {
                    if (holds.getAndSet(false)) {
                        pass(gate);
                    }
                });
                List<FutureTask<Boolean>> calls = List.of(
                        begin(() -> log.markTaken(first), Thread.State.WAITING),
                        begin(log::force, Thread.State.BLOCKED),
                        begin(() -> log.acknowledge(first + 2), Thread.State.BLOCKED));
                gate.countDown();
                for (FutureTask<Boolean> call : calls) {
                    call.get(30, TimeUnit.SECONDS);
                }
                ProgressFile.Progress kept =
                        Objects.requireNonNull(ProgressFile.read(fixture.folder.resolve(ProgressFile.NAME)));
                assertThat(kept.acknowledged()).as("round %d", round).isEqualTo(first + 2);
                assertThat(kept.taken()).as("round %d", round).isEqualTo(first + 2);
            }
        }
    }

    private static void pass(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aSegmentIsDeletedOnlyWhenTheFileSaysThatItIsAcknowledged() throws Exception {
        fixture.maxBytes = LogSettings.MIN_BYTES;
        try (SampleLog log = fixture.open()) {
            for (long at = 0; at < 10_000; at += 500) {
                fixture.write(log, at, at + 500);
            }
            assertThat(Segment.in(fixture.folder)).hasSizeGreaterThan(3);
            fixture.read(log);
            files.setRoom(0);
            assertThatThrownBy(() -> log.acknowledge(9_000)).isInstanceOf(IOException.class);
            files.setRoom(Long.MAX_VALUE);
            LogFixture next = killed();
            try (SampleLog after = next.open()) {
                assertThat(after.recovered()).isEqualTo(10_000);
                assertThat(next.read(after)).hasSize(10_000);
                assertThat(next.lost()).isZero();
            }
            log.acknowledge(9_000);
            assertThat(Segment.in(fixture.folder)).hasSizeLessThan(3);
        }
    }

    @Test
    void whatAFullLogHasDroppedIsAGapAndNoDamageForTheNextRun() throws Exception {
        fixture.maxBytes = LogSettings.MIN_BYTES;
        try (SampleLog log = fixture.open()) {
            long to = 0;
            for (; fixture.lost() == 0; to += 500) {
                assertThat(log.hasGap()).isFalse();
                fixture.write(log, to, to + 500);
            }
            assertThat(log.bytes()).isLessThanOrEqualTo(fixture.maxBytes);
            LogFixture next = killed();
            try (SampleLog after = next.open()) {
                assertThat(after.hasGap()).isTrue();
                assertThat(after.recovered()).isEqualTo(to - fixture.lost());
                assertThat(next.read(after)).hasSize((int) after.recovered());
                assertThat(next.lost()).isZero();
                after.told(0, after.gaps());
                assertThat(after.hasGap()).isFalse();
            }
        }
    }

    /** The writer's thread asks whether all is told while the sink's thread loses a unit. */
    @Test
    void aGapThatCameMeanwhileIsNotTakenForTold() throws Exception {
        try (SampleLog log = fixture.open()) {
            long before = log.gaps();
            log.leaveGap();
            log.told(0, before);
            assertThat(log.hasGap()).isTrue();
            try (SampleLog after = killed().open()) {
                assertThat(after.hasGap()).as("after a kill").isTrue();
            }
            log.told(0, log.gaps());
            assertThat(log.hasGap()).isFalse();
        }
    }

    @Test
    void aRunKnowsWhetherTheFormerOneEndedInOrder() throws Exception {
        try (SampleLog log = fixture.open()) {
            assertThat(log.followsCrash()).isFalse();
            try (SampleLog after = killed().open()) {
                assertThat(after.followsCrash()).isTrue();
            }
            log.finish();
        }
        try (SampleLog log = fixture.open()) {
            assertThat(log.followsCrash()).isFalse();
        }
        try (SampleLog log = fixture.open()) {
            assertThat(log.followsCrash()).as("closed without finish").isTrue();
        }
    }
}
