package io.taktstrom.cli;

import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

import io.taktstrom.cli.ads.DemoCommand;
import io.taktstrom.cli.ads.DiscoverAdsCommand;
import io.taktstrom.cli.ads.RouteCommand;
import io.taktstrom.cli.ads.SimulateAdsCommand;
import io.taktstrom.cli.deployment.BufferCommand;
import io.taktstrom.cli.deployment.ExplainCommand;
import io.taktstrom.cli.deployment.ExportCommands;
import io.taktstrom.cli.deployment.FindCommand;
import io.taktstrom.cli.deployment.GatherCommand;
import io.taktstrom.cli.deployment.RunCommand;
import io.taktstrom.cli.deployment.ValidateCommand;
import io.taktstrom.cli.device.BrowseCommand;
import io.taktstrom.cli.device.CallCommand;
import io.taktstrom.cli.device.ReadValuesCommand;
import io.taktstrom.cli.device.WatchCommand;
import io.taktstrom.cli.device.WriteValuesCommand;
import io.taktstrom.cli.doctor.DoctorCommand;
import io.taktstrom.cli.log.LogLevels;
import io.taktstrom.cli.log.Logging;
import io.taktstrom.cli.monitoring.AlarmsCommand;
import io.taktstrom.cli.monitoring.HealthCommand;
import io.taktstrom.cli.monitoring.MonitoringOptions;
import io.taktstrom.cli.monitoring.UserCommand;
import io.taktstrom.cli.opcua.HistoryCommand;
import io.taktstrom.cli.opcua.SimulateOpcUaCommand;
import io.taktstrom.cli.opcua.TrustCommand;
import io.taktstrom.cli.profile.ProfileCommand;
import io.taktstrom.cli.replay.RecordCommand;
import io.taktstrom.cli.s7.SimulateS7Command;
import io.taktstrom.cli.shell.CrashReporter;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.HostPort;
import io.taktstrom.cli.shell.InstalledPlugins;
import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.shell.StopSignal;
import io.taktstrom.cli.shell.UsageException;
import io.taktstrom.cli.support.SupportCommand;
import io.taktstrom.cli.terminal.Printable;
import io.taktstrom.cli.terminal.Terminal;
import io.taktstrom.deployment.Catalog;
import io.taktstrom.deployment.OtlpTarget;
import io.taktstrom.deployment.grammar.DeploymentSchema;
import io.taktstrom.descriptor.Closest;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.kit.Fatal;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.runtime.Timeouts;
import io.taktstrom.text.FileTrouble;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code takt}. */
@Command(
        name = "takt",
        synopsisSubcommandLabel = "COMMAND",
        versionProvider = Takt.Version.class,
        description =
                "Reads data from machines and publishes it, at the machine's own pace, with no sample lost unnoticed.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:Success. A command that runs until stopped was stopped, and nothing is lost.",
            "1:The work failed: a device did not answer, a value is Bad, samples did not reach their sink; or nothing was"
                    + " found.",
            "2:Wrong use, an invalid file, or a deployment that cannot start as it is; the message says why.",
            "130, 143:A signal ended it before it began to run, or in work that ends by itself."
        },
        footer = {"", "Start with 'takt demo'. 'takt COMMAND --help' explains a command."},
        subcommands = {
            DemoCommand.class,
            RunCommand.class,
            ValidateCommand.class,
            ExplainCommand.class,
            FindCommand.class,
            GatherCommand.class,
            BrowseCommand.class,
            ReadValuesCommand.class,
            WatchCommand.class,
            WriteValuesCommand.class,
            CallCommand.class,
            HistoryCommand.class,
            Takt.Simulate.class,
            RecordCommand.class,
            ReplayCommand.class,
            BufferCommand.class,
            TrustCommand.class,
            UserCommand.class,
            Takt.Discover.class,
            RouteCommand.class,
            ImportCommands.class,
            ExportCommands.class,
            HealthCommand.class,
            AlarmsCommand.class,
            ProfileCommand.class,
            DoctorCommand.class,
            SupportCommand.class,
            PluginsCommand.class
        })
public final class Takt extends ShellCommand {

    /** A process that was told to end gets this long for it. */
    private static final Duration STOP_LIMIT = RunningDeployment.LONGEST_CLOSE;
    /** How long the reader of the output may take for the last of it. */
    private static final Duration FLUSHING = Duration.ofSeconds(1);
    /** What a shell reports for a process that SIGINT ended. */
    private static final int INTERRUPTED = 130;

    @Option(names = "--version", versionHelp = true, description = "Show the version.")
    // Read by picocli.
    @SuppressWarnings("UnusedVariable")
    private boolean version;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    // Read by picocli.
    @SuppressWarnings("UnusedVariable")
    private boolean help;

    @Option(
            names = {"-v", "--verbose"},
            scope = ScopeType.INHERIT,
            description = "Log more, with stack traces.")
    private boolean verbose;

    @Option(
            names = InstalledPlugins.OPTION,
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description = "A folder of plug-ins, instead of the one that TAKT_PLUGINS names.")
    private @Nullable Path plugins;

    /** {@code takt simulate}. */
    @Command(
            name = "simulate",
            synopsisSubcommandLabel = "PROTOCOL",
            description = "Simulate a device, to try things out and for tests.",
            footer = {"", "Example:", "  takt simulate ads"},
            subcommands = {SimulateAdsCommand.class, SimulateS7Command.class, SimulateOpcUaCommand.class})
    static final class Simulate {}

    /** {@code takt discover}. */
    @Command(
            name = "discover",
            synopsisSubcommandLabel = "PROTOCOL",
            description = "Find devices on the network.",
            footer = {"", "Example:", "  takt discover ads"},
            subcommands = DiscoverAdsCommand.class)
    static final class Discover {}

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

    static int run(String[] args, Shell shell) {
        int code = commandLine(shell).execute(args);
        boolean flushed = Timeouts.run(FLUSHING, () -> {
            shell.terminal().out().flush();
            shell.terminal().err().flush();
        });
        String loss = shell.terminal().out().loss();
        if (!loss.isEmpty()) {
            shell.note("output truncated: " + loss + "; free some space, or write to another disk");
        }
        return flushed && loss.isEmpty() ? code : ExitCode.FAILED;
    }

    /** The JVM's own exit code after a signal is 130 or 143, whatever the result: only halting changes it. */
    private static void end(StopSignal stop, CompletableFuture<Integer> code, CrashReporter crashReporter) {
        stop.request();
        int status = ExitCode.FAILED;
        try {
            status = stop.isHandled()
                    ? code.get(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                    : code.getNow(INTERRUPTED);
        } catch (TimeoutException e) {
            crashReporter.stopOverdue(STOP_LIMIT);
        } catch (InterruptedException | ExecutionException e) {
            crashReporter.uncaughtException(Thread.currentThread(), e);
        } finally {
            Runtime.getRuntime().halt(status);
        }
    }

    static CommandLine commandLine(Shell shell) {
        Takt root = new Takt();
        root.attach(shell);
        Terminal terminal = shell.terminal();
        CommandLine takt = new CommandLine(root, factory(shell))
                .registerConverter(Duration.class, converter(Durations::parse))
                .registerConverter(HostPort.class, converter(HostPort::parse))
                .registerConverter(LogLevels.class, converter(LogLevels::parse))
                .registerConverter(OtlpTarget.class, converter(MonitoringOptions::otlpTarget))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(terminal.out().help())
                .setErr(terminal.err().help())
                .setColorScheme(Help.defaultColorScheme(terminal.colour() ? Help.Ansi.ON : Help.Ansi.OFF))
                .setUsageHelpAutoWidth(terminal.outIsLive())
                .setParameterExceptionHandler((e, args) -> root.wrongUse(e.getCommandLine(), message(e)))
                .setExecutionExceptionHandler((e, command, parsed) -> root.failed(command, e))
                .setExecutionStrategy(root::execute);
        Objects.requireNonNull(takt.getSubcommands().get("call")).setUnmatchedOptionsArePositionalParams(true);
        return takt;
    }

    private static <T> ITypeConverter<T> converter(Function<String, T> parse) {
        return text -> {
            try {
                return parse.apply(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        };
    }

    private int execute(ParseResult parsed) {
        if (verbose) {
            Logging.verbose();
        }
        if (plugins != null) {
            if (!Files.isDirectory(plugins)) {
                throw new ParameterException(
                        spec.commandLine(), InstalledPlugins.OPTION + " " + plugins + ": no such folder");
            }
            shell.plugins().setFolder(plugins.toString());
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    private static String message(ParameterException e) {
        if (e instanceof UnmatchedArgumentException unmatched) {
            String word = unmatched.getUnmatched().get(0).split("=", 2)[0];
            boolean option = word.startsWith("-");
            Set<String> known = option
                    ? e.getCommandLine().getCommandSpec().optionsMap().keySet()
                    : e.getCommandLine().getSubcommands().keySet();
            return known.isEmpty()
                    ? "unexpected argument '" + word + "'; leave it out, or quote text with blanks"
                    : "unknown " + (option ? "option '" : "command '") + word + "'; " + Closest.hint(word, known);
        }
        return String.valueOf(e.getMessage()).replaceFirst("is not an? (?:int|long)$", "is not a whole number");
    }

    private int wrongUse(CommandLine command, String message) {
        shell.note(message);
        shell.terminal().err().println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return ExitCode.WRONG_USE;
    }

    private int failed(CommandLine command, Exception e) {
        if (e instanceof UsageException) {
            return wrongUse(command, String.valueOf(e.getMessage()));
        }
        if (e instanceof InvalidFileException invalid) {
            invalid.problems().forEach(shell.terminal().err()::println);
            return ExitCode.WRONG_USE;
        }
        String message = e instanceof FileSystemException file ? FileTrouble.inWords(file) : e.getMessage();
        shell.note(message == null ? e.toString() : message);
        if (verbose) {
            shell.terminal().err().printLines(Printable.trace(e));
        }
        return ExitCode.FAILED;
    }

    @Command(
            name = "schema",
            description = "Print the JSON Schema of deployment files, for editors.",
            footer = {
                "",
                "Example:",
                "  takt schema > taktstrom-1.schema.json",
                "",
                "Then start deployment files with",
                "  # yaml-language-server: $schema=taktstrom-1.schema.json"
            })
    int schema() {
        out().printLines(DeploymentSchema.of(Catalog.of(shell.providers())));
        return ExitCode.GOOD;
    }

    @Command(
            name = "completion",
            description = "Print a completion script for bash and zsh.",
            footer = {"", "Example:", "  source <(takt completion)"})
    int completion() {
        out().printLines(AutoComplete.bash("takt", spec.commandLine()));
        return ExitCode.GOOD;
    }

    @Command(
            name = "man",
            description = "Print the manual page of all commands, in the format of man.",
            footer = {"", "Example:", "  takt man | man -l -"})
    int man() {
        out().printLines(ManPage.of(spec.commandLine()));
        return ExitCode.GOOD;
    }

    @Command(
            name = "help",
            description = "Explain a command, as its --help does.",
            footer = {"", "Examples:", "  takt help", "  takt help simulate ads"})
    int help(
            @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "The command; without it all are listed.")
                    @Nullable
                    List<String> words) {
        CommandLine shown = spec.commandLine();
        for (String word : words == null ? List.<String>of() : words) {
            Map<String, CommandLine> known = shown.getSubcommands();
            if (!known.containsKey(word)) {
                throw new UsageException("unknown command '" + word + "'"
                        + (known.isEmpty() ? "" : "; " + Closest.hint(word, known.keySet())));
            }
            shown = known.get(word);
        }
        shown.usage(shown.getOut());
        return ExitCode.GOOD;
    }

    /** The version of the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"takt " + (Shell.version().isEmpty() ? "(not packaged)" : Shell.version())};
        }
    }
}
