package io.taktstrom.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

import io.taktstrom.cli.ads.AdsReplay;
import io.taktstrom.cli.opcua.OpcUaReplay;
import io.taktstrom.cli.replay.ReplayDeployment;
import io.taktstrom.cli.replay.ReplayDevice;
import io.taktstrom.cli.replay.ReplayFile;
import io.taktstrom.cli.replay.ReplayPoint;
import io.taktstrom.cli.replay.ReplayRun;
import io.taktstrom.cli.s7.S7Replay;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.HostPort;
import io.taktstrom.cli.shell.RunLimit;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.spi.Connectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code takt replay}. */
@Command(
        name = "replay",
        description = {
            "Simulate the device of a record that 'takt record' made. Prints its endpoint URI as soon as it answers, begins when a"
                    + " client has connected, and runs until stopped.",
            "",
            "The device's clock shows the times of the record, whatever the speed."
        },
        footer = {
            "",
            "Examples:",
            "  takt replay monday.jsonl --as ads --deployment replayed.yaml",
            "  takt replay monday.parquet --as opcua --speed 10 --loop --now",
            "  takt replay monday.jsonl --as s7 --match 'press1.**' --speed max"
        })
final class ReplayCommand extends ShellCommand implements Callable<Integer> {

    private static final Duration PERIOD = Duration.ofNanos(500_000);

    /** What the device is. */
    enum Protocol {
        ADS,
        S7,
        OPCUA
    }

    /** A number, or max. */
    static final class Speed implements ITypeConverter<Double> {

        private static final String MAX = "max";

        @Override
        public Double convert(String text) {
            try {
                double speed = text.equals(MAX) ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
                if (speed > 0 && (speed <= 1e6 || text.equals(MAX))) {
                    return speed;
                }
            } catch (NumberFormatException e) {
                // The same message.
            }
            throw new TypeConversionException("'" + text + "' is not a speed; write 1, 0.5, 10 (up to 1e6) or " + MAX);
        }
    }

    @Parameters(index = "0", paramLabel = "FILE", description = "The record; its model lies beside it.")
    private Path file = Path.of("");

    @Option(
            names = "--as",
            paramLabel = "PROTOCOL",
            required = true,
            description = "What the device is: ads, s7 or opcua; whatever it was recorded from.")
    private Protocol as = Protocol.ADS;

    @Option(
            names = "--bind",
            paramLabel = "HOST:PORT",
            description = "Where to listen; port 0 is any (default: ${DEFAULT-VALUE}).")
    private HostPort bind = HostPort.local(0);

    @Option(
            names = "--speed",
            paramLabel = "N",
            converter = Speed.class,
            description = "How many times faster than recorded; max for as fast as it can (default: 1).")
    private double speed = 1;

    @Option(names = "--loop", description = "Begin again at the end, with times that go on.")
    private boolean loop;

    @Option(names = "--now", description = "Move the times of the record so that it begins now.")
    private boolean now;

    @Option(
            names = "--match",
            paramLabel = "PATTERN",
            description = "Which points by name (default: ${DEFAULT-VALUE}).")
    private String match = "**";

    @Option(
            names = "--deployment",
            paramLabel = "OUT",
            description = "Write a deployment file of the device and its points.")
    private @Nullable Path deployment;

    @Mixin
    private RunLimit runLimit = new RunLimit();

    @Override
    public Integer call() throws IOException {
        ReplayFile record = ReplayFile.of(file, match);
        try (ReplayRun run = new ReplayRun(record, this::start, now, speed, loop, shell::note)) {
            String uri = run.device().endpointUri();
            if (deployment != null) {
                ReplayDeployment.write(
                        deployment,
                        Connectors.provider(uri.substring(0, uri.indexOf("://")))
                                .descriptor()
                                .parse(uri),
                        run.device(),
                        record.points(),
                        speed);
            }
            if (!bind.isLocal()) {
                shell.note(
                        "listening on " + bind + ": anyone who can reach it can read and write the simulated device");
            }
            out().println(uri);
            out().flush();
            runLimit.repeat(shell.stop(), PERIOD, () -> {
                try {
                    run.step();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            return ExitCode.GOOD;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private ReplayDevice start(List<ReplayPoint> points, long time) throws IOException {
        return switch (as) {
            case ADS -> new AdsReplay(points, bind.socket(), time);
            case S7 -> new S7Replay(points, bind.socket());
            case OPCUA -> new OpcUaReplay(points, bind.socket());
        };
    }
}
