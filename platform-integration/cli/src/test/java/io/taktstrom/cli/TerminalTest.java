package io.taktstrom.cli;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

import io.taktstrom.cli.shell.CrashReporter;
import io.taktstrom.cli.terminal.PrintableText;
import io.taktstrom.cli.terminal.Terminal;
import org.junit.jupiter.api.Test;

import static io.taktstrom.cli.HostileProvider.EVIL;
import static io.taktstrom.cli.HostileProvider.LIE;
import static org.assertj.core.api.Assertions.assertThat;

class TerminalTest {

    @Test
    void whatLibrariesPrintAndDyingThreadsSayIsMadePrintableToo() throws InterruptedException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream systemOut = System.out;
        PrintStream systemErr = System.err;
        Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
        try {
            Terminal terminal = Terminal.plain(
                    InputStream.nullInputStream(),
                    new PrintStream(out, true, StandardCharsets.UTF_8),
                    new PrintStream(err, true, StandardCharsets.UTF_8));
            terminal.takeOver();
            Thread.setDefaultUncaughtExceptionHandler(new CrashReporter(terminal, code -> {}));
            System.out.print("a library prints \u001b[2J\u009b31m");
            System.err.print("and warns \u202e\u0007");
            Thread dying = new Thread(() -> {
                throw new IllegalStateException(EVIL);
            });
            dying.start();
            dying.join();
        } finally {
            System.setOut(systemOut);
            System.setErr(systemErr);
            Thread.setDefaultUncaughtExceptionHandler(handler);
        }
        String shown = err.toString(StandardCharsets.UTF_8);
        assertThat(out.size()).isZero();
        assertThat(shown).contains("a library prints \\u001b[2J\\u009b31m", "and warns \\u202e\\u0007", "ended:");
        PrintableText.assertPrintable(shown.replace("\tat ", "at "));
        assertThat(shown.lines()).noneMatch(line -> line.strip().startsWith(LIE));
    }
}
