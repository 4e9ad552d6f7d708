package io.taktstrom.cli.ads;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.AdsSimulatorBuilder;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.simulate.ModelFile;
import io.taktstrom.cli.simulate.SimulatorCommand;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code takt simulate ads}. */
@Command(
        name = "ads",
        description = {
            "Simulate a Beckhoff PLC. Prints its endpoint URI as soon as it answers, and runs until stopped.",
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
public final class SimulateAdsCommand extends SimulatorCommand {

    private static final Map<String, Supplier<AdsModel>> AT_HAND =
            new TreeMap<>(Map.of("demo", AdsModel::demo, "paper", AdsModel::paper));

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
            description = "Refuse clients without a route, as TwinCAT does; 'takt route add' adds one, see --udp.")
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

    public SimulateAdsCommand(Shell shell) {
        super(shell, 48_898);
    }

    @Override
    protected Simulated start() throws IOException {
        AdsSimulatorBuilder builder = AdsSimulator.builder()
                .model(ModelFile.load(model(), AT_HAND, AdsModel::parse))
                .bindAddress(host())
                .bindPort(port())
                .seed(seed())
                .routeRequired(requireRoute);
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
        AdsSimulator plc = builder.start();
        if (udp != null) {
            shell.note("routes and discovery at UDP " + plc.udpAddress().getPort());
        }
        return new Running(plc);
    }

    private final class Running implements Simulated {

        private final AdsSimulator plc;
        private @Nullable AdsConsoleInput input;

        Running(AdsSimulator plc) {
            this.plc = plc;
        }

        @Override
        public String endpointUri() {
            return plc.endpointUri();
        }

        @Override
        public void attend() {
            input = console ? AdsConsoleInput.start(plc, shell) : null;
        }

        @Override
        public boolean isWell() {
            return input == null || input.isGood();
        }

        @Override
        public void close() {
            plc.close();
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
