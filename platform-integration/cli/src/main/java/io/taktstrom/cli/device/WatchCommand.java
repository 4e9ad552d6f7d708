package io.taktstrom.cli.device;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import io.taktstrom.cli.live.ConsoleDeployment;
import io.taktstrom.cli.live.Screen;
import io.taktstrom.cli.shell.AccountText;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.RunLimit;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code takt watch}. */
@Command(
        name = "watch",
        description = "Show values as they change, and keep at it when the device goes away and comes back.",
        footer = {
            "",
            "Examples:",
            "  takt watch ads://10.0.0.5/5.1.2.3.1.1 MAIN.counter MAIN.speed",
            "  takt watch ads://10.0.0.5/5.1.2.3.1.1 MAIN.counter --json > counter.jsonl"
        })
public final class WatchCommand extends ShellCommand {

    private static final Duration GLANCE = Duration.ofMillis(200);

    @Mixin
    private Device device = new Device();

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "ADDRESS", description = "What to watch; browse shows it.")
    private List<String> addresses = List.of();

    @Option(
            names = "--cycle",
            paramLabel = "TIME",
            converter = CycleConverter.class,
            description = "How often the device looks whether a value has changed (default: 10ms).")
    private Duration cycle = Duration.ofMillis(10);

    @Mixin
    private RunLimit runLimit = new RunLimit();

    @Option(names = "--json", description = "Print one JSON object per line and sample.")
    private boolean json;

    public WatchCommand(Shell shell) {
        super(shell);
    }

    @Override
    public Integer call() throws IOException {
        if (!anyIsThere()) {
            return ExitCode.FAILED;
        }
        Screen screen = json ? Screen.ofJson(shell) : Screen.forSamples(shell);
        ScanClass scan = new ScanClass("watch", ScanClass.Mode.NOTIFY, cycle, Duration.ZERO);
        RunningDeployment running = RunningDeployment.start(
                ConsoleDeployment.of("device", device.endpoint(shell), scan, points()), screen.context(null));
        shell.crashReporter().setAccounts(running::accounts);
        try (running) {
            runLimit.repeat(shell.stop(), GLANCE, () -> {
                screen.draw(running);
                if (screen.isUnread()) {
                    shell.stop().ask();
                }
            });
        }
        return report(running, screen);
    }

    /** A reader that has gone has seen enough. */
    private int report(RunningDeployment running, Screen screen) {
        if (screen.isUnread()) {
            return ExitCode.GOOD;
        }
        int code = ExitCode.GOOD;
        for (var entry : running.accounts().entrySet()) {
            if (!AccountText.isWhole(entry.getValue())) {
                shell.note("not everything was shown: " + AccountText.line(entry.getKey(), entry.getValue()));
                code = ExitCode.FAILED;
            }
        }
        return code;
    }

    /** Someone who mistyped an address wants to know at once; of a bad one among good ones the table tells. */
    private boolean anyIsThere() throws ConnectorException {
        List<DataPoint> points = points();
        try (Connection connection = device.connect(shell, points);
                PointGroup group = connection.resolve(points)) {
            for (int point = 0; point < group.size(); point++) {
                if (!StatusCode.isBad(group.statusAt(point))) {
                    return true;
                }
            }
            NameGuess.tell(shell, connection, group);
        }
        shell.note("none of these can be watched; browse shows what there is");
        return false;
    }

    private List<DataPoint> points() {
        return addresses.stream().distinct().map(DataPoint::of).toList();
    }

    /** {@code 10ms} and the like. */
    static final class CycleConverter implements ITypeConverter<Duration> {

        @Override
        public Duration convert(String text) {
            try {
                return Durations.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }
}
