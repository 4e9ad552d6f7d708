package io.taktstrom.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.taktstrom.kit.Fatal;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code takt}. */
@Command(
        name = "takt",
        synopsisSubcommandLabel = "COMMAND",
        versionProvider = Takt.Version.class,
        description = "A machine's data in a stream, at the machine's own pace, with nothing lost in silence.",
        footer = {"", "Start with 'takt demo'. 'takt COMMAND --help' explains a command."})
public final class Takt implements Runnable {

    /** Exit code: all went well. */
    public static final int GOOD = 0;
    /** Exit code: the work failed. */
    public static final int FAILED = 1;
    /** Exit code: wrong use, or an invalid file. */
    public static final int WRONG_USE = 2;

    /** A process that was told to end gets this long for it. */
    private static final long STOP_SECONDS = 5;

    /** How long whoever reads our output may take for the last of it. */
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
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(stop, code), "takt-stop"));
        Terminal terminal = Terminal.ofProcess();
        terminal.takeOver();
        LastWords lastWords = new LastWords(terminal, Runtime.getRuntime()::halt).start();
        Thread.setDefaultUncaughtExceptionHandler(lastWords);
        code.complete(codeOf(args, new Shell(terminal, stop, lastWords)));
        System.exit(code.join());
    }

    private static int codeOf(String[] args, Shell shell) {
        try {
            return run(args, shell);
        } catch (RuntimeException | Error e) {
            Fatal.rethrow(e);
            shell.lastWords().uncaughtException(Thread.currentThread(), e);
            return FAILED;
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
        boolean flushed = Patience.within(FLUSHING, () -> {
            shell.terminal().out().flush();
            shell.terminal().err().flush();
        });
        return flushed ? code : FAILED;
    }

    /** The JVM's own exit code after a signal is 130 or 143, whatever was achieved: only halting changes it. */
    private static void end(StopSignal stop, CompletableFuture<Integer> code) {
        stop.ask();
        try {
            Runtime.getRuntime()
                    .halt(stop.isHeeded() ? code.get(STOP_SECONDS, TimeUnit.SECONDS) : code.getNow(INTERRUPTED));
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            Runtime.getRuntime().halt(FAILED);
        }
    }

    static CommandLine commandLine(Shell shell) {
        CommandLine takt = new CommandLine(new Takt(shell), factory(shell));
        takt.addSubcommand(new DemoCommand(shell))
                .addSubcommand(new RunCommand(shell))
                .addSubcommand(new ValidateCommand(shell))
                .addSubcommand(new ExplainCommand(shell))
                .addSubcommand(new FindCommand(shell))
                .addSubcommand(new BrowseCommand(shell))
                .addSubcommand(new ReadCommand(shell))
                .addSubcommand(new WatchCommand(shell))
                .addSubcommand(new WriteCommand(shell))
                .addSubcommand(new CommandLine(new CallCommand(shell)).setUnmatchedOptionsArePositionalParams(true))
                .addSubcommand(new HistoryCommand(shell))
                .addSubcommand(new CommandLine(new SimulateCommand())
                        .addSubcommand(new SimulateAdsCommand(shell))
                        .addSubcommand(new SimulateS7Command(shell))
                        .addSubcommand(new SimulateOpcUaCommand(shell)))
                .addSubcommand(TrustCommand.withSubcommands(shell))
                .addSubcommand(new CommandLine(new DiscoverCommand()).addSubcommand(new DiscoverAdsCommand(shell)))
                .addSubcommand(new CommandLine(new RouteCommand())
                        .addSubcommand(new RouteAddCommand(shell))
                        .addSubcommand(new RouteListCommand(shell))
                        .addSubcommand(new RouteRemoveCommand(shell)))
                .addSubcommand(new CommandLine(new ImportCommand())
                        .addSubcommand(new ImportOpcUaCommand(shell))
                        .addSubcommand(new ImportS7Command(shell)))
                .addSubcommand(new DoctorCommand(shell))
                .addSubcommand(new PluginsCommand(shell))
                .addSubcommand(new SchemaCommand(shell))
                .addSubcommand(new CompletionCommand(shell));
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
                        InstalledPlugins.OPTION + " " + folder + ": there is no such folder");
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
        err.println("takt: " + e.getMessage());
        // These are names of ours.
        UnmatchedArgumentException.printSuggestions(e, err.help());
        err.println("Try '" + e.getCommandLine().getCommandSpec().qualifiedName() + " --help'.");
        return WRONG_USE;
    }

    private static int failed(Shell shell, Exception e, ParseResult parsed) {
        if (e instanceof InvalidFileException invalid) {
            invalid.problems().forEach(shell.terminal().err()::println);
            return WRONG_USE;
        }
        String message = e.getMessage();
        shell.note(message == null ? e.toString() : message);
        if (isVerbose(parsed)) {
            shell.terminal().err().printLines(Trace.of(e));
        }
        return FAILED;
    }

    /** At whatever level it was said. */
    private static boolean isVerbose(ParseResult parsed) {
        return parsed.hasMatchedOption("--verbose") || (parsed.hasSubcommand() && isVerbose(parsed.subcommand()));
    }

    /** Without a command there is nothing to do but to say which there are. */
    @Override
    public void run() {
        throw new ParameterException(commandLine(shell), "say what to do: a command is missing");
    }

    /** The version that the jar says. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            String version = Takt.class.getPackage().getImplementationVersion();
            return new String[] {"takt " + (version == null ? "(not packaged)" : version)};
        }
    }
}
