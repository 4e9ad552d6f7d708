package io.taktstrom.cli.profile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.terminal.Outlet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;

/** {@code takt profile}. */
@Command(
        name = "profile",
        description = {
            "Say where time and garbage went, by connection, method and stream.",
            "",
            "FILE is a recording of 'takt run --record', or any other that Java Flight Recorder or async-profiler has written."
                    + " The exit code is 1 when it is cut off; what is before that is shown."
        },
        footer = {
            "",
            "Examples:",
            "  takt profile run.jfr",
            "  takt profile run.jfr --flame run.html",
            "  takt profile run.jfr --thread takt-poller --json"
        })
public final class ProfileCommand extends ShellCommand {

    @Parameters(index = "0", paramLabel = "FILE", description = "The recording.")
    private Path file = Path.of("");

    @Option(names = "--json", description = "Print one JSON object for each row; times in nanoseconds.")
    private boolean json;

    @Option(
            names = "--flame",
            paramLabel = "OUT",
            description = "Draw the stacks: OUT.html can be searched, OUT.svg is a picture.")
    private @Nullable Path flame;

    @Option(
            names = "--thread",
            paramLabel = "TEXT",
            split = ",",
            description =
                    "Of the stacks, only those of threads whose names have this in them, or one of these, with commas"
                            + " between: takt-poller,takt-stream.")
    private List<String> threads = List.of();

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "15",
            description = "Show at most so many rows of each table (15).")
    private int top = 15;

    public ProfileCommand(Shell shell) {
        super(shell);
    }

    @Override
    public Integer call() throws IOException {
        if (top < 1) {
            throw wrong("--top " + top + " must be 1 or more");
        }
        if (flame != null && !isPicture(flame, ".svg") && !isPicture(flame, ".html")) {
            throw wrong("--flame " + flame + " must end in .html, to be searched, or in .svg");
        }
        Profile profile = new Profile(threads);
        RecordedRun run = RecordedRun.read(file, profile::add);
        Outlet out = out();
        List<Section> sections = new Tables(profile, top).sections();
        if (json) {
            JsonMapper mapper = new JsonMapper();
            sections.forEach(section -> section.printJson(out, mapper));
        } else {
            out.println(file + ": " + profile.summary());
            out.println();
            sections.forEach(section -> section.print(out));
        }
        if (!profile.hasOurs()) {
            shell.note(file + " has no events of Taktstrom, so there is nothing by connection and stream;"
                    + " 'takt run FILE --record' records them");
        }
        if (flame != null) {
            draw(profile, flame);
        }
        if (!run.damage().isEmpty()) {
            shell.note(file + " is cut off or damaged after " + run.events() + " events (" + run.damage()
                    + "); the part before that is shown");
            return ExitCode.FAILED;
        }
        return ExitCode.GOOD;
    }

    private static boolean isPicture(Path file, String ending) {
        return file.toString().endsWith(ending);
    }

    private void draw(Profile profile, Path to) throws IOException {
        String title = file.getFileName() + ": " + profile.summary();
        String picture = isPicture(to, ".svg")
                ? FlameGraph.svg(profile.flames(), title)
                : FlameGraph.page(profile.flames(), title);
        try {
            Files.writeString(to, picture, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IOException("--flame " + to + ": it cannot be written: " + e, e);
        }
        if (profile.samples() == 0) {
            shell.note("there are no stacks"
                    + (threads.isEmpty() ? "" : " of a thread with '" + String.join("' or '", threads) + "'") + " in "
                    + file + "; the picture is empty");
        }
    }
}
