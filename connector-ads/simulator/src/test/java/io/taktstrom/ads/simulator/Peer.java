package io.taktstrom.ads.simulator;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.testkit.peer.PeerChecks;
import org.junit.jupiter.api.DynamicTest;

/** Values that each third-party client reads. */
final class Peer {

    static final Path FOLDER = Path.of("src/test/interop");

    private Peer() {}

    static AdsModel model() throws IOException {
        return AdsModel.parse(Files.readString(FOLDER.resolve("peers.yaml")));
    }

    /**
     * A simulator on TCP port 48898, which AdsLib cannot change, at a loopback address that is free now. Only
     * Linux has more than one without setting them up.
     */
    static AdsSimulator startOnAdsPort() throws IOException {
        return startOnAdsPort(builder -> builder);
    }

    static AdsSimulator startOnAdsPort(UnaryOperator<AdsSimulatorBuilder> options) throws IOException {
        Random random = new Random();
        for (int attempt = 1; ; attempt++) {
            byte[] address = {127, (byte) (1 + random.nextInt(200)), (byte) random.nextInt(256), 2};
            try {
                return options.apply(AdsSimulator.builder()
                                .model(model())
                                .bindAddress(InetAddress.getByAddress(address))
                                .bindPort(48_898))
                        .start();
            } catch (IOException e) {
                if (attempt == 20) {
                    throw e;
                }
            }
        }
    }

    /** What the method MAIN.fbPress#Calculate does. */
    static List<Object> calculate(List<Object> inputs) {
        double sum = (Long) inputs.get(0) + (Double) inputs.get(1);
        return List.of(
                sum, (Long) inputs.get(5) + 1, inputs.get(2), List.of(3, -2, 1), inputs.get(3) + "/" + inputs.get(4));
    }

    /** The tests of a client that may have the simulator changed while it runs. */
    static Stream<DynamicTest> tests(AdsSimulator plc, List<String> command, String... checks) throws Exception {
        plc.onCall("MAIN.fbPress#Calculate", Peer::calculate);
        return PeerChecks.run(command, process -> obey(plc, process), checks);
    }

    /** Does what the client asks for in the variable TEST.nCommand, as long as it runs. */
    private static void obey(AdsSimulator plc, Process process) {
        try {
            while (!process.waitFor(5, TimeUnit.MILLISECONDS)) {
                Object wanted = plc.get("TEST.nCommand");
                if (wanted.equals(1L)) {
                    plc.set("TEST.nCommand", 0);
                    plc.onlineChange();
                } else if (wanted.equals(2L)) {
                    plc.download();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
