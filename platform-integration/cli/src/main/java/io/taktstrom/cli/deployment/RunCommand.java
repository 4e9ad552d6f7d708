package io.taktstrom.cli.deployment;

import java.io.IOException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.FileSystemException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import io.taktstrom.cli.live.Screen;
import io.taktstrom.cli.log.LogOptions;
import io.taktstrom.cli.log.RunLog;
import io.taktstrom.cli.monitoring.Monitoring;
import io.taktstrom.cli.monitoring.MonitoringOptions;
import io.taktstrom.cli.profile.FlightRecording;
import io.taktstrom.cli.profile.JProfilerOptions;
import io.taktstrom.cli.profile.JProfilerRecording;
import io.taktstrom.cli.profile.RecordOptions;
import io.taktstrom.cli.shell.AccountText;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.cli.shell.RunLimit;
import io.taktstrom.cli.shell.ServiceNotice;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.runtime.RunContext;
import io.taktstrom.runtime.RunningConnection;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.runtime.Timeouts;
import io.taktstrom.runtime.health.HealthEvents;
import io.taktstrom.runtime.health.StandbyReport;
import io.taktstrom.runtime.realtime.RealTime;
import io.taktstrom.sinks.local.ConsoleProvider;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.IdleStrategy;
import io.taktstrom.stream.source.ConnectionState;
import io.taktstrom.text.FileTrouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code takt run}. */
@Command(
        name = "run",
        description = {
            "Run a deployment file until stopped, whatever happens to the devices and sinks.",
            "",
            "At the end it prints the accounting of every sample. The exit code is 1 when samples did not reach their sink, unless"
                    + " the file asks to leave them out, or they wait on disk for the next run; and, where --seconds ended"
                    + " it, when a device never answered or could not be browsed completely.",
            "",
            "At SIGHUP it reads the file again, and applies the differences. An invalid file changes nothing."
        },
        footer = {
            "",
            "Examples:",
            "  takt run plant.yaml",
            "  takt run plant.yaml --dry",
            "  takt run plant.yaml --watch",
            "  takt run plant.yaml --ui",
            "  takt run plant.yaml --seconds 60 --metrics 127.0.0.1:9464",
            "  takt run plant.yaml --otlp http://127.0.0.1:4318/v1/metrics",
            "  takt run plant.yaml --seconds 60 --record run.jfr",
            "  takt run plant.yaml --realtime priority"
        })
public final class RunCommand extends ShellCommand implements Callable<Integer> {

    private static final Duration PERIOD = Duration.ofMillis(250);
    /** How long printing of the accounting may take. */
    private static final Duration PRINTING = Duration.ofMillis(300);

    @Mixin
    private DeploymentFile file = new DeploymentFile();

    @Mixin
    private RunLimit runLimit = new RunLimit();

    @Mixin
    private LogOptions logging = new LogOptions();

    @Mixin
    private RecordOptions record = new RecordOptions();

    @Mixin
    private JProfilerOptions profiler = new JProfilerOptions();

    @Option(
            names = "--dry",
            description =
                    "Connect, find and read every point once, check sinks, buffers and sources of commands, report the result,"
                            + " publish nothing.")
    private boolean dry;

    @Option(names = "--watch", description = "Reload when the file, or one that it names, changes; not only at SIGHUP.")
    private boolean watch;

    @Option(
            names = "--realtime",
            paramLabel = "LEVEL",
            description = {
                "How threads of polls with cycles below 100 ms are scheduled (Linux): ${COMPLETION-CANDIDATES}. 'priority' is SCHED_FIFO"
                        + " with locked memory, 'isolated' has a core of its own besides. 'takt doctor realtime' shows what can be had."
            })
    private RealTime realTime = RealTime.DEFAULT;

    @Mixin
    private MonitoringOptions monitoringOptions = new MonitoringOptions();

    @Override
    public Integer call() throws IOException {
        monitoringOptions.check();
        profiler.check();
        if (profiler.isWanted()) {
            return profiler.runWithAgent(
                    shell, spec.root().commandLine().getParseResult().originalArgs());
        }
        Deployment deployment = file.loadAndWarn(shell).deployment();
        if (dry) {
            return new DryRun(shell, deployment).run();
        }
        FlightRecording recording = record.begin();
        if (recording == null) {
            return run(deployment);
        }
        int code;
        try (recording) {
            shell.note("recording into " + recording);
            code = run(deployment);
        }
        shell.note("recorded; 'takt profile " + recording.file() + "' shows where time and garbage went");
        return code;
    }

    private int run(Deployment deployment) throws IOException {
        Screen screen = hasConsole(deployment) ? Screen.forSamples(shell) : Screen.silent(shell);
        try (Monitoring monitoring = monitoringOptions.open(deployment, file.path(), shell)) {
            if (screen.isDrawn() && !logging.isGiven()) {
                return run(deployment, monitoring, screen, null);
            }
            try (RunLog log = logging.open(shell.terminal().err(), isVerbose())) {
                return run(deployment, monitoring, screen, log);
            }
        }
    }

    /** @param log null when notes belong below a table */
    private int run(Deployment deployment, Monitoring monitoring, Screen screen, @Nullable RunLog log)
            throws IOException {
        Set<String> answered = new HashSet<>();
        HealthEvents events = new HealthEvents(EpochNanoClock.system());
        Consumer<String> note = screen::note;
        if (log != null) {
            events.listen(event -> unlessLost(screen, () -> log.onEvent(event)));
            note = text -> unlessLost(screen, () -> log.note(text));
        }
        RunContext context = screen.context(monitoring.registry(), log == null ? note : text -> {}, events);
        RunningDeployment running = start(deployment, monitoring.extend(context).withPollIdle(pollIdle()));
        StatusLine status = new StatusLine(running);
        shell.crashReporter().setAccounts(running::accounts);
        ServiceNotice service = ServiceNotice.of(System.getenv(), shell::note);
        try (running;
                JProfilerRecording profile = JProfilerRecording.start(profiler.snapshot());
                Reloader reloader = new Reloader(shell, file, running, note, watch)) {
            note.accept(description(running) + "; Ctrl-C ends it");
            monitoring.start(running, reloader::request, note);
            service.ready(description(running));
            runLimit.repeat(shell.stop(), PERIOD, () -> {
                service.alive();
                service.status(description(running));
                answered.addAll(connected(running));
                profile.markReconnects(running);
                screen.draw(running);
                if (log != null) {
                    log.summarizeRepeats();
                    status.due().ifPresent(log::note);
                }
                if (screen.isUnread() || reloader.hasLostTerminal()) {
                    // As a command in a pipe should. Only a console sink writes while the deployment runs.
                    shell.stop().request();
                }
            });
            service.stopping();
            answered.addAll(connected(running));
        }
        screen.draw(running);
        if (shell.stop().isRequested()) {
            note.accept("stopped");
        }
        return report(running, answered, screen.isUnread() ? consolePipelines(running.deployment()) : Set.of(), note);
    }

    private IdleStrategy pollIdle() throws IOException {
        try {
            return realTime.prepare();
        } catch (RealTime.UnreachableException e) {
            throw new InvalidFileException("takt: --realtime " + realTime + ": " + e.getMessage());
        }
    }

    /** @throws InvalidFileException when it cannot start as it is: a service manager need not try it again */
    private static RunningDeployment start(Deployment deployment, RunContext context) throws IOException {
        try {
            return RunningDeployment.start(deployment, context);
        } catch (IOException e) {
            if (ofNetwork(e)) {
                throw e;
            }
            String message =
                    e instanceof FileSystemException file ? FileTrouble.inWords(file) : String.valueOf(e.getMessage());
            throw new InvalidFileException("takt: " + deployment.source() + " cannot start: " + message);
        }
    }

    /** A port in use, or a name that is not known yet, may change with time. */
    private static boolean ofNetwork(Throwable failure) {
        return failure instanceof SocketException
                || failure instanceof UnknownHostException
                || (failure.getCause() != null && ofNetwork(failure.getCause()));
    }

    private String description(RunningDeployment running) {
        String refusal = running.reloadRefusal();
        return "running " + file.path() + ": " + running.deployment().summary()
                + role(running.standby())
                + (refusal.isEmpty() ? "" : "; reload refused: " + refusal);
    }

    private static String role(@Nullable StandbyReport standby) {
        return standby == null ? "" : "; " + standby.text();
    }

    private static void unlessLost(Screen screen, Runnable print) {
        if (!screen.hasLostReader()) {
            print.run();
        }
    }

    static boolean hasConsole(Deployment deployment) {
        return deployment.sinks().values().stream().anyMatch(RunCommand::isConsole);
    }

    private static boolean isConsole(@Nullable PartConfig sink) {
        return sink != null && sink.type().equals(ConsoleProvider.TYPE);
    }

    private static Set<String> consolePipelines(Deployment deployment) {
        return deployment.streams().stream()
                .flatMap(stream -> stream.to().stream()
                        .filter(sink -> isConsole(deployment.sinks().get(sink)))
                        .map(sink -> stream.name() + "." + sink))
                .collect(Collectors.toSet());
    }

    private static List<String> connected(RunningDeployment running) {
        return running.connections().stream()
                .filter(connection -> connection.managed().state() == ConnectionState.CONNECTED)
                .map(RunningConnection::name)
                .toList();
    }

    /** @param unread the pipelines whose reader has gone, and has seen enough */
    private int report(RunningDeployment running, Set<String> answered, Set<String> unread, Consumer<String> note) {
        boolean good = shell.crashReporter().failures() == 0
                && running.pipelines().stream().allMatch(pipeline -> pipeline.threadFailures() == 0);
        for (RunningConnection connection : running.connections()) {
            String problem = problem(connection, answered);
            if (!problem.isEmpty()) {
                note.accept(connection.name() + " at " + connection.managed().endpoint() + " " + problem);
                good &= connection.managed().threadFailures() == 0
                        && shell.stop().isRequested();
            }
        }
        StringBuilder accounts = new StringBuilder();
        for (Map.Entry<String, Accounting> pipeline : running.accounts().entrySet()) {
            accounts.append(AccountText.line(pipeline.getKey(), pipeline.getValue()))
                    .append(System.lineSeparator());
            good &= AccountText.isComplete(pipeline.getValue()) || unread.contains(pipeline.getKey());
        }
        boolean printed = Timeouts.run(PRINTING, () -> {
            out().printLines(accounts.toString());
            out().flush();
        });
        if (!printed || (!unread.isEmpty() && !good)) {
            shell.note("the output is not read; the accounting is:");
            shell.terminal().err().printLines(accounts.toString());
        }
        return ExitCode.of(printed && good);
    }

    private static String problem(RunningConnection connection, Set<String> answered) {
        if (!answered.contains(connection.name())) {
            return "never answered";
        }
        if (connection.managed().threadFailures() > 0) {
            return "had an internal error, and continued";
        }
        return switch (connection.browsing()) {
            case NONE, DONE -> "";
            case WAITING -> "was not browsed completely";
            case CUT -> "has more than was sampled; points that browsing would find were left out";
            case FAILED -> "could not be browsed, tried " + Counted.of(connection.browseFailures(), "time");
        };
    }
}
