package io.taktstrom.cli.shell;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import io.taktstrom.cli.terminal.Terminal;
import io.taktstrom.data.DropReason;
import io.taktstrom.stream.Accounting;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CrashReporterTest {

    private static final Accounting ACCOUNT = new Accounting(10, 7, 1, Map.of(DropReason.CLOSED, 2L));

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<Integer> halted = new CopyOnWriteArrayList<>();

    private CrashReporter reporter(OutputStream to) {
        Terminal terminal = Terminal.plain(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
                new PrintStream(to, true, StandardCharsets.UTF_8));
        return new CrashReporter(terminal, halted::add).start();
    }

    private String printed() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void anExhaustedHeapEndsTheProcessWithItsAccounts() {
        CrashReporter reporter = reporter(err);
        reporter.setAccounts(() -> Map.of("plant.file", ACCOUNT));
        reporter.uncaughtException(Thread.currentThread(), new OutOfMemoryError("GC overhead limit exceeded"));
        assertThat(printed())
                .contains("out of memory")
                .contains("GC overhead limit exceeded")
                .contains("-Xmx")
                .contains("plant.file: received 10 = published 7 + buffered 1 + dropped 2 (closed 2)");
        assertThat(halted).containsExactly(ExitCode.FAILED);
    }

    @Test
    void accountsThatCannotBePrintedAreReported() {
        CrashReporter reporter = reporter(err);
        reporter.setAccounts(() -> {
            throw new OutOfMemoryError("again");
        });
        reporter.uncaughtException(Thread.currentThread(), new OutOfMemoryError("GC overhead limit exceeded"));
        assertThat(printed()).contains("the accounting cannot be printed");
        assertThat(halted).containsExactly(ExitCode.FAILED);
    }

    @Test
    void anOutputThatIsNotReadDoesNotDelayTheEnd() {
        CountDownLatch never = new CountDownLatch(1);
        CrashReporter reporter = reporter(new OutputStream() {
            @Override
            public void write(int b) {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        reporter.uncaughtException(Thread.currentThread(), new OutOfMemoryError("GC overhead limit exceeded"));
        assertThat(halted).containsExactly(ExitCode.FAILED);
        never.countDown();
    }

    @Test
    void anyOtherFailureOfAThreadIsReportedAndCounted() {
        CrashReporter reporter = reporter(err);
        reporter.uncaughtException(Thread.currentThread(), new IllegalStateException("odd"));
        assertThat(printed()).contains("internal error").contains("odd");
        assertThat(reporter.failures()).isEqualTo(1);
        assertThat(halted).isEmpty();
    }

    @Test
    void anAllocationThatFailsWhileTheHeapHasRoomDoesNotEndTheProcess() {
        CrashReporter reporter = reporter(err);
        reporter.uncaughtException(Thread.currentThread(), new OutOfMemoryError("Java heap space"));
        assertThat(printed()).contains("internal error").contains("Java heap space");
        assertThat(reporter.failures()).isEqualTo(1);
        assertThat(halted).isEmpty();
    }

    @Test
    void aStopThatTakesTooLongIsReportedWithWhatItWaitsForAndTheAccounts() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        Thread closing = new Thread(
                () -> {
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "takt-runtime-close");
        closing.start();
        Awaitility.await().until(() -> closing.getState() == Thread.State.WAITING);
        CrashReporter reporter = reporter(err);
        reporter.setAccounts(() -> Map.of("plant.file", ACCOUNT));

        reporter.stopOverdue(Duration.ofSeconds(5));

        assertThat(printed())
                .contains("not stopped within 5 s")
                .contains("takt-runtime-close: ")
                .containsPattern("called by .*CrashReporterTest")
                .contains("plant.file: received 10 = published 7 + buffered 1 + dropped 2 (closed 2)");
        assertThat(halted).isEmpty();
        never.countDown();
        closing.join();
    }

    /** The whole, in a process of its own whose heap is really exhausted. */
    @Test
    void aProcessWhoseHeapIsReallyExhaustedEndsWithItsAccounts() throws Exception {
        Process process = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-Xmx24m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Exhausted.class.getName())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isEqualTo(ExitCode.FAILED);
        assertThat(printed).contains("out of memory").contains("plant.file: received 10");
    }

    /** A thread takes all the memory there is and holds it while it dies. */
    static final class Exhausted {

        private static final List<byte[]> HELD = new ArrayList<>();

        private Exhausted() {}

        public static void main(String[] args) throws InterruptedException {
            CrashReporter reporter = new CrashReporter(Terminal.ofProcess(), Runtime.getRuntime()::halt).start();
            reporter.setAccounts(() -> Map.of("plant.file", ACCOUNT));
            Thread.setDefaultUncaughtExceptionHandler(reporter);
            Thread greedy = new Thread(
                    () -> {
                        for (int size = 1 << 20; ; ) {
                            try {
                                HELD.add(new byte[size]);
                            } catch (OutOfMemoryError e) {
                                if (size == 16) {
                                    throw e;
                                }
                                size /= 2;
                            }
                        }
                    },
                    "greedy");
            greedy.start();
            greedy.join();
            new CountDownLatch(1).await();
        }
    }
}
