package io.taktstrom.cli.buffer;

import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.terminal.Outlet;
import io.taktstrom.cli.terminal.Table;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.stream.log.LogSettings;
import io.taktstrom.stream.log.LogSurvey;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** {@code takt buffer show}. */
@Command(
        name = "show",
        description = {
            "Show what lies on disk: samples that the sink has not acknowledged, their size and age, and damage.",
            "",
            "Reads all of it, and changes nothing. The exit code is 1 when something is damaged."
        },
        footer = {"", "Examples:", "  takt buffer show plant.yaml", "  takt buffer show plant.yaml press.broker --json"
        })
final class ShowBuffers extends ShellCommand {

    private static final long NANOS_OF_A_SECOND = 1_000_000_000L;

    @Mixin
    private ChosenBuffers chosen = new ChosenBuffers();

    @Option(names = "--json", description = "Print one JSON object for each.")
    private boolean json;

    ShowBuffers(Shell shell) {
        super(shell);
    }

    @Override
    public Integer call() throws IOException {
        Outlet out = out();
        JsonMapper mapper = new JsonMapper();
        Table table = new Table("BUFFER", "SAMPLES", "DAMAGED", "BYTES", "OLDEST", "NEWEST", "FOLDER");
        boolean whole = true;
        for (Map.Entry<String, LogSettings> buffer :
                chosen.of(chosen.deployment(shell)).entrySet()) {
            LogSurvey survey = LogSurvey.of(buffer.getValue());
            whole &= survey.damaged() == 0;
            String folder = buffer.getValue().folder().toString();
            if (json) {
                out.println(mapper.writeValueAsString(json(buffer.getKey(), folder, survey)));
            } else {
                String oldest = time(survey.oldestAt());
                String newest = time(survey.newestAt());
                table.row(
                        buffer.getKey(),
                        String.valueOf(survey.samples()),
                        String.valueOf(survey.damaged()),
                        String.valueOf(survey.bytes()),
                        oldest == null ? "-" : oldest,
                        newest == null ? "-" : newest,
                        folder);
            }
        }
        if (!json) {
            table.print(out);
        }
        return whole ? ExitCode.GOOD : ExitCode.FAILED;
    }

    private static Map<String, @Nullable Object> json(String name, String folder, LogSurvey survey) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("buffer", name);
        json.put("samples", survey.samples());
        json.put("damaged", survey.damaged());
        json.put("bytes", survey.bytes());
        json.put("oldest", time(survey.oldestAt()));
        json.put("newest", time(survey.newestAt()));
        json.put("folder", folder);
        return json;
    }

    private static @Nullable String time(long epochNanos) {
        return epochNanos == SampleBatch.NO_TIME
                ? null
                : Instant.ofEpochSecond(
                                Math.floorDiv(epochNanos, NANOS_OF_A_SECOND),
                                Math.floorMod(epochNanos, NANOS_OF_A_SECOND))
                        .toString();
    }
}
