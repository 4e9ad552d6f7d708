package io.taktstrom.cli.buffer;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.taktstrom.cli.live.Screen;
import io.taktstrom.cli.shell.AccountText;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.RunLimit;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.stream.Accounting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code takt buffer drain}. */
@Command(
        name = "drain",
        description = {
            "Send what lies on disk to its sink, without the devices, and end.",
            "",
            "A sink that is away is tried until it is back. The exit code is 1 when something is left, or was lost."
        },
        footer = {
            "",
            "Examples:",
            "  takt buffer drain plant.yaml",
            "  takt buffer drain plant.yaml press.broker --seconds 60"
        })
final class DrainBuffers extends ShellCommand {

    private static final Duration GLANCE = Duration.ofMillis(50);

    @Mixin
    private ChosenBuffers chosen = new ChosenBuffers();

    @Mixin
    private RunLimit runLimit = new RunLimit();

    DrainBuffers(Shell shell) {
        super(shell);
    }

    @Override
    public Integer call() throws IOException {
        Deployment deployment = chosen.deployment(shell);
        Deployment sinksOnly = sinksOnly(deployment, chosen.of(deployment).keySet());
        RunningDeployment running =
                RunningDeployment.start(sinksOnly, Screen.forSamples(shell).context(null));
        try (running) {
            runLimit.repeat(shell.stop(), GLANCE, () -> {
                if (running.accounts().values().stream().allMatch(account -> account.buffered() == 0)) {
                    shell.stop().ask();
                }
            });
        }
        int code = ExitCode.GOOD;
        for (Map.Entry<String, Accounting> account : running.accounts().entrySet()) {
            out().println(AccountText.line(account.getKey(), account.getValue()));
            if (account.getValue().published() < account.getValue().received()) {
                code = ExitCode.FAILED;
            }
        }
        return code;
    }

    /** The same streams and sinks, as far as they are meant, and no device that would bring anything new. */
    private static Deployment sinksOnly(Deployment of, Set<String> names) {
        List<StreamConfig> streams = of.streams().stream()
                .map(stream -> new StreamConfig(
                        stream.name(),
                        stream.from(),
                        stream.to().stream()
                                .filter(sink -> names.contains(stream.name() + "." + sink))
                                .toList(),
                        stream.ring(),
                        stream.stages()))
                .filter(stream -> !stream.to().isEmpty())
                .toList();
        return new Deployment(of.source(), Map.of(), of.scanClasses(), of.points(), List.of(), streams, of.sinks());
    }
}
