package io.taktstrom.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;

import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.AdsSimulatorBuilder;
import io.taktstrom.ads.simulator.model.SimulatorModel;
import io.taktstrom.simulation.ModelException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code takt simulate ads}. */
@Command(
        name = "ads",
        description = {
            "Be a Beckhoff PLC. Prints its endpoint URI as soon as it answers, and runs until stopped.",
            "",
            "What it has is in a model: 'demo', a machining centre with a press; 'paper', 28 variables that change fast;"
                    + " or a YAML file."
        },
        footer = {
            "",
            "Examples:",
            "  takt simulate ads",
            "  takt simulate ads --bind 127.0.0.1:0 --model my-plc.yaml --seed 7",
            "  takt simulate ads --console",
            "  printf 'wait 10s\\nonline-change\\nwait 10s\\n' | takt simulate ads --console",
            "  takt browse ads://127.0.0.1:48898/192.0.2.1.1.1:851"
        })
final class SimulateAdsCommand implements Callable<Integer> {

    private static final Duration GLANCE = Duration.ofSeconds(1);

    private final Shell shell;

    @Option(
            names = "--bind",
            paramLabel = "HOST:PORT",
            converter = HostPortConverter.class,
            description = "Where to listen; port 0 takes a free one (default: 127.0.0.1:48898).")
    private InetSocketAddress bind = new InetSocketAddress(InetAddress.getLoopbackAddress(), 48_898);

    @Option(names = "--model", paramLabel = "FILE", description = "What the PLC has: demo, paper, or a YAML file.")
    private String model = "demo";

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Of the random waveforms: the same seed, the same values.")
    private long seed = 1;

    @Option(
            names = "--ams-net-id",
            paramLabel = "ID",
            converter = NetIdConverter.class,
            description = "Its AmsNetId (default: the model's).")
    private @Nullable AmsNetId amsNetId;

    @Option(names = "--ams-port", paramLabel = "N", description = "Its AMS port (default: the model's).")
    private @Nullable Integer amsPort;

    @Option(
            names = "--udp",
            arity = "0..1",
            paramLabel = "PORT",
            fallbackValue = "48899",
            description = "Answer discovery and route requests, too, at UDP 48899 or another port; user Administrator,"
                    + " password 1.")
    private @Nullable Integer udp;

    @Option(
            names = "--require-route",
            description = "Cut off whoever has no route, as TwinCAT does; 'takt route add' adds one, see --udp.")
    private boolean requireRoute;

    @Option(
            names = "--notifications",
            paramLabel = "N",
            description = "How many a connection may have; 550 is what TwinCAT's own TcAdsDll grants (default: 65536).")
    private @Nullable Integer notifications;

    @Option(
            names = "--console",
            description =
                    "Take commands from standard input, a line each: online-change, download, stop, fault, set ..."
                            + " 'help' lists them. Ends with the input; exit code 1 if a line was wrong.")
    private boolean console;

    @Mixin
    private Duty duty = new Duty();

    SimulateAdsCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        AdsSimulatorBuilder builder = AdsSimulator.builder()
                .model(load())
                .bindAddress(bind.getAddress())
                .bindPort(bind.getPort())
                .seed(seed);
        builder.routeRequired(requireRoute);
        if (udp != null) {
            builder.udpPort(udp);
        }
        if (notifications != null) {
            builder.notificationLimit(notifications);
        }
        if (amsNetId != null) {
            builder.netId(amsNetId);
        }
        if (amsPort != null) {
            builder.amsPort(amsPort);
        }
        try (AdsSimulator plc = builder.start()) {
            if (!bind.getAddress().isLoopbackAddress()) {
                shell.note("listening on " + bind + ": whoever can reach it can read and write the simulated PLC");
            }
            if (udp != null) {
                shell.note("routes and discovery at UDP " + plc.udpAddress().getPort());
            }
            shell.terminal().out().println(plc.endpointUri());
            shell.terminal().out().flush();
            AdsConsoleInput input = console ? AdsConsoleInput.start(plc, shell) : null;
            duty.repeat(shell.stop(), GLANCE, () -> {});
            return input == null || input.isGood() ? Takt.GOOD : Takt.FAILED;
        }
    }

    private SimulatorModel load() throws IOException {
        return switch (model) {
            case "demo" -> SimulatorModel.demo();
            case "paper" -> SimulatorModel.paper();
            default -> read(Path.of(model));
        };
    }

    private static SimulatorModel read(Path file) throws IOException {
        try {
            return SimulatorModel.parse(Files.readString(file));
        } catch (NoSuchFileException e) {
            throw new InvalidFileException(file + ": there is no such file; the models at hand are demo and paper");
        } catch (ModelException e) {
            throw new InvalidFileException(file + ":" + e.getMessage());
        }
    }

    /** Six numbers with dots. */
    static final class NetIdConverter implements ITypeConverter<AmsNetId> {

        @Override
        public AmsNetId convert(String text) {
            try {
                return AmsNetId.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }
}
