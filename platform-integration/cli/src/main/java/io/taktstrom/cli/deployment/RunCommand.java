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
import java.util.function.Consumer;
import java.util.stream.Collectors;

import io.taktstrom.cli.live.Screen;
import io.taktstrom.cli.log.LogOptions;
import io.taktstrom.cli.log.LogbackTap;
import io.taktstrom.cli.log.RunLog;
import io.taktstrom.cli.profile.Bookmarks;
import io.taktstrom.cli.profile.FlightRecording;
import io.taktstrom.cli.profile.JProfilerOptions;
import io.taktstrom.cli.profile.RecordOptions;
import io.taktstrom.cli.shell.AccountText;
import io.taktstrom.cli.shell.CommonOptions;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.cli.shell.RunLimit;
import io.taktstrom.cli.shell.ServiceNotice;
import io.taktstrom.cli.shell.Shell;
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
import io.taktstrom.sinks.local.ConsoleProvider;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.source.ManagedConnection;
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
            "At the end it says what became of every sample. The exit code is 1 when samples did not reach their sink, unless"
                    + " the file asks to leave them out, or they wait on disk for the next run; and, where --seconds ended"
                    + " it, when a device never answered or could not be browsed to the end.",
            "",
            "At SIGHUP it reads the file again, and changes what is different. A file that is wrong changes nothing."
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
            "  takt run plant.yaml --seconds 60 --record run.jfr"
        })
public final class RunCommand extends ShellCommand {

    private static final Duration GLANCE = Duration.ofMillis(250);
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
                    "Connect, find and read every point once, check sinks, buffers and sources of commands, say how that went,"
                            + " publish nothing.")
    private boolean dry;

    @Option(
            names = "--watch",
            description = "Follow the file, and those that it names, when they change; otherwise only at SIGHUP.")
    private boolean watch;

    @Mixin
    private MonitoringOptions monitoringOptions = new MonitoringOptions();

    public RunCommand(Shell shell) {
        super(shell);
    }

    @Override
    public Integer call() throws IOException {
        monitoringOptions.check();
        profiler.check();
        if (profiler.isWanted()) {
            return profiler.runWithAgent(
                    shell, spec.root().commandLine().getParseResult().originalArgs());
        }
        Deployment deployment = file.load(shell);
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
        shell.note("recorded; 'takt profile " + recording.file() + "' says where time and garbage went");
        return code;
    }

    private int run(Deployment deployment) throws IOException {
        try (Monitoring monitoring = monitoringOptions.open(deployment, file.path(), shell)) {
            return logged(deployment, monitoring);
        }
    }

    private int logged(Deployment deployment, Monitoring monitoring) throws IOException {
        boolean console = deployment.sinks().values().stream().anyMatch(RunCommand::isConsole);
        Screen screen = console ? Screen.forSamples(shell) : Screen.silent(shell);
        if (screen.isDrawn() && !logging.isAsked()) {
            return run(deployment, monitoring, screen, null);
        }
        try (RunLog log = logging.open(shell.terminal().err(), CommonOptions.isVerbose(spec))) {
            LogbackTap libraries = LogbackTap.into(log);
            try {
                return run(deployment, monitoring, screen, log);
            } finally {
                libraries.close();
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
            events.listen(event -> unlessLeft(screen, () -> log.onEvent(event)));
            note = text -> unlessLeft(screen, () -> log.note(text));
        }
        RunContext context = screen.context(monitoring.registry(), log == null ? note : text -> {}, events);
        RunningDeployment running = start(deployment, monitoring.wanting(context));
        StatusLine status = new StatusLine(running, System::nanoTime);
        shell.crashReporter().setAccounts(running::accounts);
        ServiceNotice service = ServiceNotice.of(System.getenv(), shell::note);
        try (running;
                Bookmarks bookmarks = Bookmarks.begin(profiler.snapshot());
                Reloader reloader = new Reloader(shell, file, running, note, watch)) {
            note.accept(what(running) + "; Ctrl-C ends it");
            monitoring.start(running, note);
            service.ready(what(running));
            runLimit.repeat(shell.stop(), GLANCE, () -> {
                service.alive();
                service.works(what(running));
                answered.addAll(connected(running));
                bookmarks.look(running);
                screen.draw(running);
                if (log != null) {
                    log.tellRepeats();
                    status.due().ifPresent(log::note);
                }
                if (screen.isUnread() || reloader.isDeserted()) {
                    // As a command in a pipe should. Only a console sink writes while the deployment runs.
                    shell.stop().ask();
                }
            });
            service.stopping();
            answered.addAll(connected(running));
        }
        screen.draw(running);
        if (shell.stop().isAsked()) {
            note.accept("stopped");
        }
        return report(running, answered, screen.isUnread() ? consoleWays(running.deployment()) : Set.of(), note);
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

    /** A port that is taken, or a name that is not known yet, may pass with time. */
    private static boolean ofNetwork(Throwable failure) {
        return failure instanceof SocketException
                || failure instanceof UnknownHostException
                || (failure.getCause() != null && ofNetwork(failure.getCause()));
    }

    private String what(RunningDeployment running) {
        String refusal = running.reloadRefusal();
        return "running " + file.path() + ": " + running.deployment().summary()
                + (refusal.isEmpty() ? "" : "; reload refused: " + refusal);
    }

    private static void unlessLeft(Screen screen, Runnable say) {
        if (!screen.isLeft()) {
            say.run();
        }
    }

    /** The pipelines that end on standard output. */
    private static Set<String> consoleWays(Deployment deployment) {
        return deployment.streams().stream()
                .flatMap(stream -> stream.to().stream()
                        .filter(sink -> isConsole(deployment.sinks().get(sink)))
                        .map(sink -> stream.name() + "." + sink))
                .collect(Collectors.toSet());
    }

    static boolean isConsole(@Nullable PartConfig sink) {
        return sink != null && sink.type().equals(ConsoleProvider.TYPE);
    }

    private static List<String> connected(RunningDeployment running) {
        return running.connections().stream()
                .filter(connection -> connection.managed().state() == ManagedConnection.State.CONNECTED)
                .map(RunningConnection::name)
                .toList();
    }

    /** @param unread the pipelines whose reader has left, and has seen enough */
    private int report(RunningDeployment running, Set<String> answered, Set<String> unread, Consumer<String> note) {
        int code = shell.crashReporter().failures() == 0 ? ExitCode.GOOD : ExitCode.FAILED;
        for (RunningConnection connection : running.connections()) {
            String what = whatIsMissing(connection, answered);
            if (!what.isEmpty()) {
                note.accept(connection.name() + " at " + connection.managed().endpoint() + " " + what);
                if (connection.managed().threadFailures() > 0 || !shell.stop().isAsked()) {
                    code = ExitCode.FAILED;
                }
            }
        }
        StringBuilder books = new StringBuilder();
        for (Map.Entry<String, Accounting> way : running.accounts().entrySet()) {
            Accounting account = way.getValue();
            books.append(AccountText.line(way.getKey(), account)).append(System.lineSeparator());
            if (!AccountText.isWhole(account) && !unread.contains(way.getKey())) {
                code = ExitCode.FAILED;
            }
        }
        if (running.pipelines().stream().anyMatch(pipeline -> pipeline.threadFailures() > 0)) {
            code = ExitCode.FAILED;
        }
        boolean printed = Timeouts.run(PRINTING, () -> {
            out().printLines(books.toString());
            out().flush();
        });
        boolean unseen = !unread.isEmpty() && code != ExitCode.GOOD;
        if (!printed || unseen) {
            shell.note("the output is not read; the accounting is:");
            shell.terminal().err().printLines(books.toString());
        }
        return printed ? code : ExitCode.FAILED;
    }

    private static String whatIsMissing(RunningConnection connection, Set<String> answered) {
        if (!answered.contains(connection.name())) {
            return "never answered";
        }
        if (connection.managed().threadFailures() > 0) {
            return "met an internal error, and went on";
        }
        return switch (connection.browsing()) {
            case NONE, DONE -> "";
            case WAITING -> "was not browsed to the end";
            case CUT -> "has more than was sampled; points that it was browsed for were left out";
            case FAILED -> "could not be browsed, tried " + Counted.of(connection.browseFailures(), "time");
        };
    }
}
