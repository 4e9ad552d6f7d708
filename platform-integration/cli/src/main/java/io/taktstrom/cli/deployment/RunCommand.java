package io.taktstrom.cli.deployment;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.MeterRegistry;
import io.taktstrom.cli.http.MetricsServer;
import io.taktstrom.cli.http.PageOptions;
import io.taktstrom.cli.live.Screen;
import io.taktstrom.cli.log.LogOptions;
import io.taktstrom.cli.log.LogbackTap;
import io.taktstrom.cli.log.RunLog;
import io.taktstrom.cli.metrics.OtlpExport;
import io.taktstrom.cli.metrics.OtlpUrl;
import io.taktstrom.cli.metrics.RunMeters;
import io.taktstrom.cli.profile.Bookmarks;
import io.taktstrom.cli.profile.FlightRecording;
import io.taktstrom.cli.profile.JProfilerOptions;
import io.taktstrom.cli.profile.RecordOptions;
import io.taktstrom.cli.shell.AccountText;
import io.taktstrom.cli.shell.CommonOptions;
import io.taktstrom.cli.shell.Duty;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.HostPort;
import io.taktstrom.cli.shell.Patience;
import io.taktstrom.cli.shell.ServiceNotice;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.OtlpTarget;
import io.taktstrom.deployment.SinkConfig;
import io.taktstrom.kit.http.HostNames;
import io.taktstrom.page.LivePage;
import io.taktstrom.runtime.RunContext;
import io.taktstrom.runtime.RunningConnection;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.runtime.health.HealthEvents;
import io.taktstrom.sinks.local.ConsoleProvider;
import io.taktstrom.stream.Accounting;
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
            "At the end it says what became of every sample. The exit code is 1 when a device never answered or could not"
                    + " be browsed to the end, and when samples did not reach their sink, unless the file asks to leave"
                    + " them out, or they wait on disk for the next run.",
            "",
            "At SIGHUP it reads the file anew, and changes what is different. A file that is wrong changes nothing."
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
public final class RunCommand implements Callable<Integer> {

    private static final Duration GLANCE = Duration.ofMillis(250);
    /** How long the books may take, which go to whoever reads our output. */
    private static final Duration PRINTING = Duration.ofMillis(300);

    private final Shell shell;

    @Mixin
    private DeploymentFile file = new DeploymentFile();

    @Mixin
    private Duty duty = new Duty();

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

    @Option(
            names = "--metrics",
            paramLabel = "HOST:PORT",
            converter = HostPort.Converter.class,
            description =
                    "Serve /metrics (Prometheus), /health, /health/ready and /health/live here, for example 127.0.0.1:9464.")
    private @Nullable HostPort metrics;

    @Option(
            names = "--metrics-host",
            paramLabel = "NAME",
            description =
                    "A name by which clients may call --metrics, beside localhost and addresses; may be said several times.")
    private List<String> hostNames = List.of();

    @Option(
            names = "--otlp",
            paramLabel = "URL",
            converter = OtlpUrl.class,
            description = "Send metrics to this receiver of OpenTelemetry (OTLP over HTTP), for example"
                    + " http://127.0.0.1:4318/v1/metrics, in place of the one that the file names.")
    private @Nullable OtlpTarget otlp;

    @Option(
            names = "--insecure-bind",
            description = "Let --metrics listen beyond this machine, without encryption and for everyone.")
    private boolean insecureBind;

    @Mixin
    private PageOptions page = new PageOptions();

    @Option(
            names = "--ui-write",
            description =
                    "Let the page write, for whoever has the token: only what the file lists as writable, within its"
                            + " limits, as its section commands says. A new token is printed once.")
    private boolean pageWrites;

    @Option(
            names = "--ui-token",
            paramLabel = "FILE",
            description = "With --ui-write: take the token from this file, and print none.")
    private @Nullable Path pageToken;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public RunCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        if (metrics != null && !metrics.isLocal() && !insecureBind) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--metrics " + metrics + " would be open to the network; use 127.0.0.1, or say --insecure-bind");
        }
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
        try (LivePage ui = page(deployment);
                MetricsServer server = metrics == null
                        ? null
                        : MetricsServer.bind(metrics.socket(), new HostNames(hostNames), shell::note)) {
            return measured(deployment, server, ui);
        }
    }

    private int measured(Deployment deployment, @Nullable MetricsServer server, @Nullable LivePage ui)
            throws IOException {
        List<MeterRegistry> shown = new ArrayList<>();
        if (server != null) {
            shown.add(server.registry());
        }
        OtlpTarget target = otlp == null ? deployment.otlp() : otlp;
        if (target != null) {
            shown.add(OtlpExport.start(target, shell::note));
        }
        if (shown.isEmpty()) {
            return logged(deployment, new Onlookers(null, null, ui));
        }
        try (RunMeters meters = new RunMeters(shown)) {
            return logged(deployment, new Onlookers(server, meters.registry(), ui));
        }
    }

    /** Who wants to know what runs; null for those who do not. */
    private record Onlookers(
            @Nullable MetricsServer server,
            @Nullable MeterRegistry meters,
            @Nullable LivePage ui) {}

    private @Nullable LivePage page(Deployment deployment) throws IOException {
        String title = String.valueOf(file.path().getFileName());
        if (!pageWrites) {
            return page.bind(title, null, shell);
        }
        if (!page.isWanted()) {
            throw new ParameterException(spec.commandLine(), "--ui-write needs a page: say --ui as well");
        }
        if (deployment.commands() == null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--ui-write: " + file.path() + " has no section commands, so nothing may be written;"
                            + " see docs/how-to/write-back.md");
        }
        Path tokenFile = pageToken;
        String token = tokenFile == null ? PageOptions.newToken() : PageOptions.readToken(tokenFile);
        LivePage ui = page.bind(title, token, shell);
        if (tokenFile == null) {
            shell.note("the token to write from the page, shown once: " + token);
        }
        return ui;
    }

    private int logged(Deployment deployment, Onlookers onlookers) throws IOException {
        boolean console = deployment.sinks().values().stream().anyMatch(RunCommand::isConsole);
        Screen screen = console ? Screen.forSamples(shell) : Screen.silent(shell);
        if (screen.isDrawn() && !logging.isAsked()) {
            return run(deployment, onlookers, screen, null);
        }
        RunLog log = logging.open(shell.terminal().err(), CommonOptions.isVerbose(spec));
        LogbackTap libraries = LogbackTap.into(log);
        try {
            return run(deployment, onlookers, screen, log);
        } finally {
            libraries.close();
        }
    }

    /** @param log null when notes belong below a table */
    private int run(Deployment deployment, Onlookers onlookers, Screen screen, @Nullable RunLog log)
            throws IOException {
        Set<String> answered = new HashSet<>();
        HealthEvents events = new HealthEvents(EpochNanoClock.system());
        Consumer<String> note = screen::note;
        if (log != null) {
            events.listen(event -> unlessLeft(screen, () -> log.onEvent(event)));
            note = text -> unlessLeft(screen, () -> log.note(text));
        }
        RunContext context = screen.context(onlookers.meters(), log == null ? note : text -> {}, events);
        LivePage ui = onlookers.ui();
        MetricsServer server = onlookers.server();
        RunningDeployment running = RunningDeployment.start(deployment, ui == null ? context : context.withTaps());
        StatusLine status = new StatusLine(running, System::nanoTime);
        shell.lastWords().setBooks(running::accounts);
        ServiceNotice service = ServiceNotice.of(System.getenv(), shell::note);
        try (running;
                Bookmarks bookmarks = Bookmarks.begin();
                Reloader reloader = new Reloader(shell, file, running, note, watch)) {
            note.accept("running " + file.path() + ": " + deployment.summary() + "; Ctrl-C ends it");
            if (server != null) {
                server.start(running);
                note.accept("metrics at http:/" + server.address()
                        + "/metrics, health at /health, /health/ready and /health/live");
            }
            if (ui != null) {
                ui.start(running);
                note.accept("page at " + ui.address());
            }
            service.ready("running " + file.path() + ": " + deployment.summary());
            duty.repeat(shell.stop(), GLANCE, () -> {
                service.alive();
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
        return report(running, answered, screen.isUnread() ? consoleWays(running.deployment()) : Set.of(), note);
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

    static boolean isConsole(@Nullable SinkConfig sink) {
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
        int code = shell.lastWords().failures() == 0 ? ExitCode.GOOD : ExitCode.FAILED;
        for (RunningConnection connection : running.connections()) {
            String what = whatIsMissing(connection, answered);
            if (!what.isEmpty()) {
                note.accept(connection.name() + " at " + connection.managed().endpoint() + " " + what);
                code = ExitCode.FAILED;
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
        boolean printed = Patience.within(PRINTING, () -> {
            shell.terminal().out().printLines(books.toString());
            shell.terminal().out().flush();
        });
        boolean unseen = !unread.isEmpty() && code != ExitCode.GOOD;
        if (!printed || unseen) {
            shell.note("nobody reads the output; the books are:");
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
            case FAILED -> "could not be browsed, " + connection.browseFailures() + " times tried";
        };
    }
}
