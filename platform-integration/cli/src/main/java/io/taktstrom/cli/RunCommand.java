package io.taktstrom.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.BuiltInSinks;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.runtime.RunContext;
import io.taktstrom.runtime.RunningConnection;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.DropReason;
import io.taktstrom.stream.source.ManagedConnection;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code takt run}. */
@Command(
        name = "run",
        description = {
            "Run a deployment file until stopped, whatever happens to the devices and sinks.",
            "",
            "At the end it says what became of every sample. The exit code is 1 when a device never answered or when"
                    + " samples did not reach their sink."
        },
        footer = {
            "",
            "Examples:",
            "  takt run plant.yaml",
            "  takt run plant.yaml --dry",
            "  takt run plant.yaml --seconds 60 --metrics 127.0.0.1:9464"
        })
final class RunCommand implements Callable<Integer> {

    private static final Duration GLANCE = Duration.ofMillis(250);

    private final Shell shell;

    @Mixin
    private DeploymentFile file = new DeploymentFile();

    @Mixin
    private Duty duty = new Duty();

    @Option(
            names = "--dry",
            description = "Connect, find and read every point once, say how that went, publish nothing.")
    private boolean dry;

    @Option(
            names = "--metrics",
            paramLabel = "HOST:PORT",
            converter = HostPortConverter.class,
            description = "Serve /metrics (Prometheus) and /health here, for example 127.0.0.1:9464.")
    private @Nullable InetSocketAddress metrics;

    @Option(
            names = "--insecure-bind",
            description = "Let --metrics listen beyond this machine, without encryption and for everyone.")
    private boolean insecureBind;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    RunCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        if (metrics != null && !metrics.getAddress().isLoopbackAddress() && !insecureBind) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--metrics " + metrics + " would be open to the network; use 127.0.0.1, or say --insecure-bind");
        }
        Deployment deployment = file.load();
        if (dry) {
            return new DryRun(shell, deployment).run();
        }
        if (metrics == null) {
            return run(deployment, null);
        }
        try (MetricsServer server = MetricsServer.bind(metrics)) {
            return run(deployment, server);
        }
    }

    private int run(Deployment deployment, @Nullable MetricsServer server) throws IOException {
        boolean console = deployment.sinks().values().stream()
                .anyMatch(sink -> sink.type().equals(BuiltInSinks.CONSOLE.type()));
        Screen screen = console ? Screen.forSamples(shell) : Screen.silent(shell);
        Set<String> answered = new HashSet<>();
        RunningDeployment running = RunningDeployment.start(
                deployment,
                new RunContext(
                        EpochNanoClock.system(),
                        screen.console(),
                        screen::note,
                        server == null ? null : server.registry()));
        try (running) {
            screen.note("running " + file.path() + ": " + deployment.summary() + "; Ctrl-C ends it");
            if (server != null) {
                server.start(running);
                screen.note("metrics at http:/" + server.address() + "/metrics, health at /health");
            }
            duty.repeat(shell.stop(), GLANCE, () -> {
                answered.addAll(connected(running));
                screen.draw(running);
                stopWhenNobodyReads();
            });
            answered.addAll(connected(running));
        }
        screen.draw(running);
        return report(running, answered);
    }

    /** As a command in a pipe should. Only a console sink writes while the deployment runs. */
    private void stopWhenNobodyReads() {
        if (shell.terminal().out().checkError()) {
            shell.stop().ask();
        }
    }

    private static List<String> connected(RunningDeployment running) {
        return running.connections().stream()
                .filter(connection -> connection.managed().state() == ManagedConnection.State.CONNECTED)
                .map(RunningConnection::name)
                .toList();
    }

    private int report(RunningDeployment running, Set<String> answered) {
        int code = Takt.GOOD;
        for (RunningConnection connection : running.connections()) {
            if (!answered.contains(connection.name())) {
                shell.note(connection.name() + " at " + connection.managed().endpoint() + " never answered");
                code = Takt.FAILED;
            }
        }
        for (var entry : running.accounts().entrySet()) {
            Accounting account = entry.getValue();
            shell.terminal().out().println(AccountText.line(entry.getKey(), account));
            boolean reached = account.isBalanced()
                    && account.buffered() == 0
                    && account.dropped(DropReason.SINK_FAILED) == 0
                    && account.dropped(DropReason.CLOSED) == 0;
            code = reached ? code : Takt.FAILED;
        }
        return code;
    }
}
