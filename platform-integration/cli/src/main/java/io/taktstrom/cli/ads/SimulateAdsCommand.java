package io.taktstrom.cli.ads;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.AdsSimulatorBuilder;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.cli.device.SimulatorCommand;
import io.taktstrom.cli.shell.SecretInput;
import io.taktstrom.cli.shell.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code takt simulate ads}. */
@Command(
        name = "ads",
        description = {
            "Simulate a Beckhoff PLC. Prints its endpoint URI as soon as it answers, and runs until stopped.",
            "",
            "Its variables are in a model: 'demo', a machining centre with a press; 'paper', 28 variables that change quickly;"
                    + " or a YAML file."
        },
        footer = {
            "",
            "Examples:",
            "  takt simulate ads",
            "  takt simulate ads --bind 127.0.0.1:0 --model my-plc.yaml --seed 7",
            "  takt simulate ads --bind 127.0.0.1:8016 --secure self-signed --pki ./plc-pki",
            "  takt simulate ads --console",
            "  printf 'wait 10s\\nonline-change\\nwait 10s\\n' | takt simulate ads --console",
            "  takt browse ads://127.0.0.1:48898/192.0.2.1.1.1:851"
        })
public final class SimulateAdsCommand extends SimulatorCommand {

    private static final Map<String, Supplier<AdsModel>> BUILT_IN =
            new TreeMap<>(Map.of("demo", AdsModel::demo, "paper", AdsModel::paper));

    @Option(names = "--ams-net-id", paramLabel = "ID", description = "Its AmsNetId (default: the model's).")
    private @Nullable String amsNetId;

    @Option(names = "--ams-port", paramLabel = "N", description = "Its AMS port (default: the model's).")
    private @Nullable Integer amsPort;

    @Option(
            names = "--udp",
            arity = "0..1",
            paramLabel = "PORT",
            fallbackValue = "48899",
            description = "Also answer discovery and route requests, at UDP 48899 or another port; user Administrator,"
                    + " password 1.")
    private @Nullable Integer udp;

    @Option(
            names = "--require-route",
            description = "Refuse clients without a route; 'takt route add' adds one, see --udp.")
    private boolean requireRoute;

    /** Secure ADS. */
    static final class SecureOptions {

        @Option(
                names = "--secure",
                paramLabel = "HOW",
                description =
                        "Speak Secure ADS, and no plain ADS: self-signed, ca or psk, as in the option 'security'.")
        private String mode = "none";

        @Option(
                names = "--pki",
                paramLabel = "FOLDER",
                description =
                        "Its own certificate and those of clients; accept unknown ones by 'takt trust --pki FOLDER'.")
        private @Nullable Path pki;

        @Option(names = "--certificate", paramLabel = "FILE", description = "With --secure ca: its certificate, PEM.")
        private @Nullable Path certificate;

        @Option(names = "--key", paramLabel = "FILE", description = "With --secure ca: the key of it, PKCS #8.")
        private @Nullable Path key;

        @Option(names = "--psk-identity", paramLabel = "NAME", description = "With --secure psk: the client's name.")
        private String identity = "";

        @Option(
                names = "--psk-password",
                paramLabel = "REF",
                description = "With --secure psk: where its password is, '$${env:NAME}' or '$${file:PATH}'.")
        private String password = "";

        private void apply(AdsSimulatorBuilder builder) {
            Path folder = pki;
            Path certificateFile = certificate;
            Path keyFile = key;
            switch (mode) {
                case "none" -> {}
                case "self-signed" -> builder.selfSigned(required(folder, "--pki"));
                case "ca" ->
                    builder.certificate(
                            required(folder, "--pki"),
                            required(certificateFile, "--certificate"),
                            required(keyFile, "--key"));
                case "psk" -> {
                    if (identity.isEmpty() || password.isEmpty()) {
                        throw new UsageException("--secure psk needs --psk-identity and --psk-password");
                    }
                    builder.preSharedKey(identity, UsageException.check(() -> SecretInput.resolve(password)));
                }
                default -> throw new UsageException("--secure '" + mode + "' is not one of self-signed, ca, psk");
            }
        }

        private Path required(@Nullable Path file, String option) {
            if (file == null) {
                throw new UsageException("--secure " + mode + " needs " + option);
            }
            return file;
        }
    }

    @Mixin
    private SecureOptions secureOptions = new SecureOptions();

    @Option(
            names = "--notifications",
            paramLabel = "N",
            description = "Maximum per connection; 550 is what TwinCAT's own TcAdsDll grants (default: 65536).")
    private @Nullable Integer notifications;

    @Option(
            names = "--console",
            description =
                    "Read commands from standard input, a line each: online-change, download, stop, fault, set ..."
                            + " 'help' lists them. Ends with the input; exit code 1 if a line was invalid.")
    private boolean console;

    public SimulateAdsCommand() {
        super(48_898);
    }

    @Override
    protected Simulated start() throws IOException {
        AdsSimulatorBuilder builder = AdsSimulator.builder()
                .model(load(BUILT_IN, AdsModel::parse))
                .bindAddress(host())
                .bindPort(port())
                .seed(seed())
                .routeRequired(requireRoute);
        secureOptions.apply(builder);
        if (udp != null) {
            builder.udpPort(udp);
        }
        if (notifications != null) {
            builder.notificationLimit(notifications);
        }
        String netId = amsNetId;
        if (netId != null) {
            builder.netId(UsageException.check(() -> AmsNetId.parse(netId)));
        }
        if (amsPort != null) {
            builder.amsPort(amsPort);
        }
        AdsSimulator plc = builder.start();
        if (udp != null) {
            shell.note("routes and discovery at UDP " + plc.udpAddress().getPort());
        }
        return console
                ? new Simulated(plc.endpointUri(), () -> AdsConsole.start(plc, shell), plc::close)
                : new Simulated(plc.endpointUri(), plc::close);
    }
}
