package io.taktstrom.cli.device;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

import io.taktstrom.cli.live.Screen;
import io.taktstrom.cli.shell.AccountText;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.RunLimit;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.stream.Accounting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code takt watch}. */
@Command(
        name = "watch",
        description = "Show values as they change; reconnect when the device is lost.",
        footer = {
            "",
            "Examples:",
            "  takt watch ads://10.0.0.5/5.1.2.3.1.1 MAIN.counter MAIN.speed",
            "  takt watch ads://10.0.0.5/5.1.2.3.1.1 MAIN.counter --json > counter.jsonl"
        })
public final class WatchCommand extends ShellCommand implements Callable<Integer> {

    private static final Duration PERIOD = Duration.ofMillis(200);

    @Mixin
    private DeviceUri device = new DeviceUri();

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "ADDRESS", description = "What to watch; browse shows it.")
    private List<String> addresses = List.of();

    @Option(names = "--cycle", paramLabel = "TIME", description = "How often values are checked (default: 10ms).")
    private Duration cycle = Duration.ofMillis(10);

    @Mixin
    private RunLimit runLimit = new RunLimit();

    @Option(names = "--json", description = "Print one JSON object per line and sample.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        List<DataPoint> points =
                addresses.stream().distinct().map(DataPoint::of).toList();
        if (!anyExists(points)) {
            shell.note("none of these can be watched; 'takt browse' lists the variables");
            return ExitCode.FAILED;
        }
        Screen screen = json ? Screen.ofJson(shell) : Screen.forSamples(shell);
        ScanClass scan = new ScanClass("watch", ScanClass.Mode.NOTIFY, cycle, Duration.ZERO);
        RunningDeployment running = RunningDeployment.start(
                Screen.deployment("device", device.endpoint(shell), scan, points), screen.context(null));
        shell.crashReporter().setAccounts(running::accounts);
        try (running) {
            screen.show(running, runLimit, PERIOD);
        }
        // A reader that has gone has seen enough.
        boolean complete = true;
        for (Map.Entry<String, Accounting> entry : running.accounts().entrySet()) {
            if (!screen.isUnread() && !AccountText.isComplete(entry.getValue())) {
                shell.note("not everything was shown: " + AccountText.line(entry.getKey(), entry.getValue()));
                complete = false;
            }
        }
        return ExitCode.of(complete);
    }

    /** A mistyped address is reported at once when it is the only one; a bad one among good ones is in the table. */
    private boolean anyExists(List<DataPoint> points) throws ConnectorException {
        try (Connection connection = device.connect(shell, points);
                PointGroup group = connection.resolve(points)) {
            boolean any = IntStream.range(0, group.size()).anyMatch(point -> !StatusCode.isBad(group.statusAt(point)));
            if (!any) {
                NameGuess.suggest(shell, connection, group);
            }
            return any;
        }
    }
}
