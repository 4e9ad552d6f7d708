package io.taktstrom.cli.buffer;

import java.io.IOException;
import java.util.Map;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.runtime.Buffers;
import io.taktstrom.stream.log.LogSettings;
import io.taktstrom.stream.log.LogSurvey;
import io.taktstrom.stream.log.SampleLog;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code takt buffer drop}. */
@Command(
        name = "drop",
        description = "Drop what lies on disk, after a question. The samples reach no sink any more.",
        footer = {"", "Examples:", "  takt buffer drop plant.yaml press.broker", "  takt buffer drop plant.yaml --yes"})
final class DropBuffers extends ShellCommand {

    @Mixin
    private ChosenBuffers chosen = new ChosenBuffers();

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    DropBuffers(Shell shell) {
        super(shell);
    }

    @Override
    public Integer call() throws IOException {
        Map<String, LogSettings> buffers = chosen.of(chosen.deployment(shell));
        if (!yes && !shell.terminal().inIsLive()) {
            throw wrong("the drop cannot be confirmed: the input is not a terminal; use --yes");
        }
        int code = ExitCode.GOOD;
        for (Map.Entry<String, LogSettings> buffer : buffers.entrySet()) {
            LogSurvey there = LogSurvey.of(buffer.getValue());
            long samples = there.samples() + there.damaged();
            String what = Counted.of(samples, "sample") + " of " + buffer.getKey();
            if (samples > 0 && !yes && !shell.terminal().agrees("Drop " + what + "?")) {
                shell.note(what + (samples == 1 ? " was" : " were") + " not dropped");
                code = ExitCode.FAILED;
                continue;
            }
            try (SampleLog log = Buffers.open(buffer.getValue(), EpochNanoClock.system())) {
                log.clear();
            }
            out().println("dropped " + what);
        }
        return code;
    }
}
