package io.taktstrom.cli.profile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.shell.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code takt profile}. */
@Command(
        name = "profile",
        description = {
            "Show where time and garbage went, by connection, method and stream.",
            "",
            "FILE is a recording of 'takt run --record', or any other of Java Flight Recorder or async-profiler."
                    + " The exit code is 1 when it is cut off; what is before that is shown."
        },
        footer = {
            "",
            "Examples:",
            "  takt profile run.jfr",
            "  takt profile run.jfr --flame run.html",
            "  takt profile run.jfr --thread takt-poller --json"
        })
public final class ProfileCommand extends ShellCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "FILE", description = "The recording.")
    private Path file = Path.of("");

    @Option(names = "--json", description = "Print one JSON object for each row; times in nanoseconds.")
    private boolean json;

    @Option(names = "--flame", paramLabel = "OUT", description = "Draw the stacks: OUT.html with search, or OUT.svg.")
    private @Nullable Path flame;

    @Option(
            names = "--thread",
            paramLabel = "TEXT",
            split = ",",
            description = "Only stacks of threads whose names contain this, or one of several with commas between:"
                    + " takt-poller,takt-stream.")
    private List<String> threads = List.of();

    @Option(names = "--top", paramLabel = "N", defaultValue = "15", description = "Rows of each table (15).")
    private int top = 15;

    @Override
    public Integer call() throws IOException {
        if (top < 1) {
            throw new UsageException("--top " + top + " must be 1 or more");
        }
        if (flame != null && !isSvg(flame) && !flame.toString().endsWith(".html")) {
            throw new UsageException("--flame " + flame + " must end in .html, with search, or in .svg");
        }
        Profile profile = new Profile(threads);
        RecordedRun run = RecordedRun.read(file, profile::add);
        if (!json) {
            out().println(file + ": " + profile.summary());
            out().println();
        }
        ProfileTables.of(profile).forEach(table -> table.print(top, out(), json));
        if (!profile.hasOurs()) {
            shell.note(file + " has no events of Taktstrom, so no tables by connection and stream;"
                    + " 'takt run FILE --record' records them");
        }
        if (flame != null) {
            draw(profile, flame);
        }
        if (!run.damage().isEmpty()) {
            shell.note(file + " is cut off or damaged after " + run.events() + " events (" + run.damage()
                    + "); the part before that is shown");
        }
        return ExitCode.of(run.damage().isEmpty());
    }

    private static boolean isSvg(Path file) {
        return file.toString().endsWith(".svg");
    }

    private void draw(Profile profile, Path to) throws IOException {
        String title = file.getFileName() + ": " + profile.summary();
        String picture = isSvg(to) ? FlameGraph.svg(profile.flames(), title) : FlameGraph.page(profile.flames(), title);
        try {
            Files.writeString(to, picture, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IOException("--flame " + to + ": cannot be written: " + e, e);
        }
        if (profile.samples() == 0) {
            shell.note("no stacks"
                    + (threads.isEmpty() ? "" : " of a thread with '" + String.join("' or '", threads) + "'") + " in "
                    + file + "; the picture is empty");
        }
    }
}
