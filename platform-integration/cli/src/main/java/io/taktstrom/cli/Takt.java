package io.taktstrom.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.taktstrom.cli.ads.DemoCommand;
import io.taktstrom.cli.ads.DiscoverAdsCommand;
import io.taktstrom.cli.ads.RouteAddCommand;
import io.taktstrom.cli.ads.RouteListCommand;
import io.taktstrom.cli.ads.RouteRemoveCommand;
import io.taktstrom.cli.ads.SimulateAdsCommand;
import io.taktstrom.cli.buffer.BufferCommand;
import io.taktstrom.cli.deployment.ExplainCommand;
import io.taktstrom.cli.deployment.FindCommand;
import io.taktstrom.cli.deployment.GatherCommand;
import io.taktstrom.cli.deployment.RunCommand;
import io.taktstrom.cli.deployment.SchemaCommand;
import io.taktstrom.cli.deployment.ValidateCommand;
import io.taktstrom.cli.device.BrowseCommand;
import io.taktstrom.cli.device.ReadCommand;
import io.taktstrom.cli.device.WatchCommand;
import io.taktstrom.cli.device.WriteCommand;
import io.taktstrom.cli.doctor.DoctorCommand;
import io.taktstrom.cli.http.HealthCommand;
import io.taktstrom.cli.oktoflow.ExportIvmlCommand;
import io.taktstrom.cli.oktoflow.ImportIvmlCommand;
import io.taktstrom.cli.opcua.CallCommand;
import io.taktstrom.cli.opcua.HistoryCommand;
import io.taktstrom.cli.opcua.ImportOpcUaCommand;
import io.taktstrom.cli.opcua.SimulateOpcUaCommand;
import io.taktstrom.cli.opcua.TrustCommand;
import io.taktstrom.cli.profile.ProfileCommand;
import io.taktstrom.cli.s7.ImportS7Command;
import io.taktstrom.cli.s7.SimulateS7Command;
import io.taktstrom.cli.setup.CompletionCommand;
import io.taktstrom.cli.setup.HelpCommand;
import io.taktstrom.cli.setup.ManCommand;
import io.taktstrom.cli.setup.PluginsCommand;
import io.taktstrom.cli.shell.CommandGroup;
import io.taktstrom.cli.shell.CommonOptions;
import io.taktstrom.cli.shell.CrashReporter;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.InstalledPlugins;
import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.cli.shell.JarVersion;
import io.taktstrom.cli.shell.Schemes;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.StopSignal;
import io.taktstrom.cli.shell.UsageErrors;
import io.taktstrom.cli.terminal.Logging;
import io.taktstrom.cli.terminal.Outlet;
import io.taktstrom.cli.terminal.Terminal;
import io.taktstrom.cli.terminal.Trace;
import io.taktstrom.kit.Fatal;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.runtime.Timeouts;
import io.taktstrom.text.FileTrouble;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The command {@code takt}. */
@Command(
        name = "takt",
        synopsisSubcommandLabel = "COMMAND",
        versionProvider = Takt.Version.class,
        description =
                "Reads data from machines and publishes it, at the machine's own pace, with no sample lost unnoticed.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:All went well. A command that runs until stopped: it was stopped, and nothing is lost.",
            "1:The work failed: a device did not answer, a value is Bad, samples did not reach their sink; or nothing was"
                    + " found.",
            "2:Wrong use, an invalid file, or a deployment that cannot start as it is; the message says why.",
            "130, 143:A signal ended it before it had begun to run, or in work that has an end of its own."
        },
        footer = {"", "Start with 'takt demo'. 'takt COMMAND --help' explains a command."})
public final class Takt implements Runnable {

    /** A process that was told to end gets this long for it. */
    private static final Duration STOP_LIMIT = RunningDeployment.LONGEST_CLOSE;

    /** How long the reader of the output may take for the last of it. */
    private static final Duration FLUSHING = Duration.ofSeconds(1);

    /** What a shell reports for a process that SIGINT ended. */
    private static final int INTERRUPTED = 130;

    @Option(names = "--version", versionHelp = true, description = "Show the version.")
    boolean version;

    private final Shell shell;

    private Takt(Shell shell) {
        this.shell = shell;
    }

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] args) {
        StopSignal stop = new StopSignal();
        CompletableFuture<Integer> code = new CompletableFuture<>();
        Terminal terminal = Terminal.ofProcess();
        CrashReporter crashReporter = new CrashReporter(terminal, Runtime.getRuntime()::halt);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(stop, code, crashReporter), "takt-stop"));
        terminal.takeOver();
        crashReporter.start();
        Thread.setDefaultUncaughtExceptionHandler(crashReporter);
        code.complete(codeOf(args, new Shell(terminal, stop, crashReporter)));
        System.exit(code.join());
    }

    private static int codeOf(String[] args, Shell shell) {
        try {
            return run(args, shell);
        } catch (RuntimeException | Error e) {
            Fatal.rethrow(e);
            shell.crashReporter().uncaughtException(Thread.currentThread(), e);
            return ExitCode.FAILED;
        }
    }

    /** Runs a command without a terminal. Never throws, never ends the process. */
    public static int run(String[] args, InputStream in, PrintStream out, PrintStream err) {
        return run(args, Terminal.plain(in, out, err), new StopSignal());
    }

    static int run(String[] args, Terminal terminal, StopSignal stop) {
        return run(args, new Shell(terminal, stop));
    }

    private static int run(String[] args, Shell shell) {
        int code = commandLine(shell).execute(args);
        boolean flushed = Timeouts.run(FLUSHING, () -> {
            shell.terminal().out().flush();
            shell.terminal().err().flush();
        });
        String loss = shell.terminal().out().loss();
        if (!loss.isEmpty()) {
            shell.note("the output is not whole: " + loss + "; make room, or send it elsewhere");
        }
        return flushed && loss.isEmpty() ? code : ExitCode.FAILED;
    }

    /** The JVM's own exit code after a signal is 130 or 143, whatever was achieved: only halting changes it. */
    private static void end(StopSignal stop, CompletableFuture<Integer> code, CrashReporter crashReporter) {
        stop.ask();
        int status = ExitCode.FAILED;
        try {
            status =
                    stop.isHeeded() ? code.get(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS) : code.getNow(INTERRUPTED);
        } catch (TimeoutException e) {
            crashReporter.stopOverdue(STOP_LIMIT);
        } catch (InterruptedException | ExecutionException e) {
            crashReporter.uncaughtException(Thread.currentThread(), e);
        } finally {
            Runtime.getRuntime().halt(status);
        }
    }

    static CommandLine commandLine(Shell shell) {
        CommandLine takt = new CommandLine(new Takt(shell), factory(shell));
        takt.addSubcommand(new DemoCommand(shell))
                .addSubcommand(new RunCommand(shell))
                .addSubcommand(new ValidateCommand(shell))
                .addSubcommand(new ExplainCommand(shell))
                .addSubcommand(new FindCommand(shell))
                .addSubcommand(new GatherCommand(shell))
                .addSubcommand(new BrowseCommand(shell))
                .addSubcommand(new ReadCommand(shell))
                .addSubcommand(new WatchCommand(shell))
                .addSubcommand(new WriteCommand(shell))
                .addSubcommand(new CommandLine(new CallCommand(shell)).setUnmatchedOptionsArePositionalParams(true))
                .addSubcommand(new HistoryCommand(shell))
                .addSubcommand(CommandGroup.of(
                        "simulate",
                        "PROTOCOL",
                        "Simulate a device, to try things out and for tests.",
                        "takt simulate ads",
                        new SimulateAdsCommand(shell),
                        new SimulateS7Command(shell),
                        new SimulateOpcUaCommand(shell)))
                .addSubcommand(BufferCommand.of(shell))
                .addSubcommand(TrustCommand.of(shell))
                .addSubcommand(CommandGroup.of(
                        "discover",
                        "PROTOCOL",
                        "Find devices on the network.",
                        "takt discover ads",
                        new DiscoverAdsCommand(shell)))
                .addSubcommand(CommandGroup.of(
                        "route",
                        "ACTION",
                        "The AMS routes of a Beckhoff device: it answers only to those to whom it has one.",
                        "takt route add 10.0.0.5",
                        new RouteAddCommand(shell),
                        new RouteListCommand(shell),
                        new RouteRemoveCommand(shell)))
                .addSubcommand(CommandGroup.of(
                        "import",
                        "PROTOCOL",
                        "Make points of what a programming tool exports, or a deployment file of a model.",
                        "takt import s7 Line.db --db Line=5 --on press1",
                        new ImportIvmlCommand(shell),
                        new ImportOpcUaCommand(shell),
                        new ImportS7Command(shell)))
                .addSubcommand(CommandGroup.of(
                        "export",
                        "FORMAT",
                        "Make of a deployment file what other programs read.",
                        "takt export ivml plant.yaml --out model",
                        new ExportIvmlCommand(shell)))
                .addSubcommand(new HealthCommand(shell))
                .addSubcommand(new ProfileCommand(shell))
                .addSubcommand(new DoctorCommand(shell))
                .addSubcommand(new PluginsCommand(shell))
                .addSubcommand(new SchemaCommand(shell))
                .addSubcommand(new CompletionCommand(shell))
                .addSubcommand(new ManCommand(shell))
                .addSubcommand(new HelpCommand());
        addToAll(takt);
        Terminal terminal = shell.terminal();
        takt.setOut(terminal.out().help());
        takt.setErr(terminal.err().help());
        takt.setColorScheme(Help.defaultColorScheme(terminal.colour() ? Help.Ansi.ON : Help.Ansi.OFF));
        takt.setUsageHelpAutoWidth(terminal.outIsLive());
        takt.setParameterExceptionHandler((e, args) -> wrongUse(terminal.err(), e));
        takt.setExecutionStrategy(parsed -> {
            if (isVerbose(parsed)) {
                Logging.verbose();
            }
            namePlugins(parsed, shell);
            return new CommandLine.RunLast().execute(parsed);
        });
        takt.setExecutionExceptionHandler((e, command, parsed) -> failed(shell, e, parsed));
        return takt;
    }

    /** Makes what annotations name by its class. */
    private static CommandLine.IFactory factory(Shell shell) {
        return new CommandLine.IFactory() {
            @Override
            public <K> K create(Class<K> type) throws Exception {
                return type == Schemes.class
                        ? type.cast(new Schemes(shell::providers))
                        : CommandLine.defaultFactory().create(type);
            }
        };
    }

    /** The folder of plug-ins that the command line names, at whatever level. */
    private static void namePlugins(ParseResult parsed, Shell shell) {
        String folder = parsed.matchedOptionValue(InstalledPlugins.OPTION, null);
        if (folder != null) {
            if (!Files.isDirectory(Path.of(folder))) {
                throw new ParameterException(
                        parsed.commandSpec().commandLine(),
                        InstalledPlugins.OPTION + " " + folder + ": no such folder");
            }
            shell.plugins().name(folder);
        }
        if (parsed.hasSubcommand()) {
            namePlugins(parsed.subcommand(), shell);
        }
    }

    private static void addToAll(CommandLine command) {
        command.addMixin("common", new CommonOptions());
        command.getSubcommands().values().forEach(Takt::addToAll);
    }

    private static int wrongUse(Outlet err, ParameterException e) {
        err.println("takt: " + UsageErrors.message(e));
        err.println("Try '" + e.getCommandLine().getCommandSpec().qualifiedName() + " --help'.");
        return ExitCode.WRONG_USE;
    }

    private static int failed(Shell shell, Exception e, ParseResult parsed) {
        if (e instanceof InvalidFileException invalid) {
            invalid.problems().forEach(shell.terminal().err()::println);
            return ExitCode.WRONG_USE;
        }
        String message = e instanceof FileSystemException file ? FileTrouble.inWords(file) : e.getMessage();
        shell.note(message == null ? e.toString() : message);
        if (isVerbose(parsed)) {
            shell.terminal().err().printLines(Trace.of(e));
        }
        return ExitCode.FAILED;
    }

    /** At whatever level it was said. */
    private static boolean isVerbose(ParseResult parsed) {
        return parsed.hasMatchedOption("--verbose") || (parsed.hasSubcommand() && isVerbose(parsed.subcommand()));
    }

    /** Without a command there is nothing to do but to say which there are. */
    @Override
    public void run() {
        throw new ParameterException(commandLine(shell), "missing command");
    }

    /** The version that the jar says. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            return new String[] {"takt " + JarVersion.text()};
        }
    }
}
