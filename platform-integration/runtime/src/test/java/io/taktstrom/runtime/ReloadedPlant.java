package io.taktstrom.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.Catalog;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.load.DeploymentLoader;
import io.taktstrom.spi.Providers;
import io.taktstrom.stream.Accounting;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Two presses and a sink, which are reloaded: sinks can be away, and know what became of them. */
abstract class ReloadedPlant {

    static final Duration LIMIT = Duration.ofSeconds(30);

    private static final String MODEL = """
            taskCycle: 2ms
            symbols:
              MAIN.count: {type: DINT, waveform: counter}
              MAIN.more: {type: DINT, waveform: counter}
              MAIN.fixed: {type: DINT, value: 7}
            """;

    static final String COUNT1 = "  - {id: press1.count, on: press1, address: MAIN.count, scan: fast}\n";
    static final String COUNT2 = "  - {id: press2.count, on: press2, address: MAIN.count, scan: fast}\n";
    static final String MORE1 = "  - {id: press1.more, on: press1, address: MAIN.more, scan: fast}\n";
    static final String ALL = "  - {id: all, from: \"**\", to: [plant]}\n";

    @TempDir
    Path directory;

    final TaggedSinks sinks = new TaggedSinks();
    private final Providers providers = Providers.ofClassPath().with(sinks);
    private final List<String> notices = new CopyOnWriteArrayList<>();
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    AdsSimulator press1;
    AdsSimulator press2;

    @BeforeEach
    void start() throws IOException {
        press1 = plc(0);
        press2 = plc(0);
    }

    static AdsSimulator plc(int port) throws IOException {
        return AdsSimulator.builder()
                .model(AdsModel.parse(MODEL))
                .bindPort(port)
                .start();
    }

    @AfterEach
    void stop() {
        press1.close();
        press2.close();
        meters.close();
    }

    final String connection(String name, AdsSimulator plc) {
        var endpoint = providers.connector("ads").descriptor().parse(plc.endpointUri());
        return "  %s: {type: ads, host: %s, port: %d, amsNetId: %s, localAmsNetId: \"%s\"}%n"
                .formatted(
                        name,
                        endpoint.host(),
                        endpoint.port(),
                        endpoint.options().get("amsNetId"),
                        endpoint.options().getOrDefault("localAmsNetId", ""));
    }

    final Deployment deployment(String points, String streams, String tag) {
        return load("connections:\n" + connection("press1", press1) + connection("press2", press2)
                + "scanClasses:\n  fast: {mode: notify, cycle: 0s}\npoints:\n" + points + "streams:\n" + streams
                + "sinks:\n  plant: {type: tagged, tag: " + tag + "}\n");
    }

    final Deployment load(String yaml) {
        try {
            DeploymentResult result = new DeploymentLoader(Catalog.of(providers), name -> null, 1 << 20)
                    .load(Files.writeString(directory.resolve("plant.yaml"), yaml));
            assertThat(result).as(result.toString()).isInstanceOf(DeploymentResult.Loaded.class);
            return ((DeploymentResult.Loaded) result).deployment();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    final RunningDeployment run(Deployment deployment) throws IOException {
        return RunningDeployment.start(
                deployment, new RunContext(EpochNanoClock.system(), providers, notices::add, meters));
    }

    static Accounting account(RunningDeployment running, String way) {
        return Objects.requireNonNull(running.accounts().get(way), way);
    }

    /** Waits until samples of a point have come that were not there before. */
    static void awaitMore(RecordingSink sink, String point) {
        int before = sink.samplesOf(point).size();
        await().atMost(LIMIT).until(() -> sink.samplesOf(point).size() > before + 20);
    }

    static void assertNoGap(RecordingSink sink, String point) {
        List<RecordedSample> samples = sink.samplesOf(point);
        for (int i = 1; i < samples.size(); i++) {
            assertThat(samples.get(i).sequence())
                    .as("%s after %s", samples.get(i), samples.get(i - 1))
                    .isEqualTo(samples.get(i - 1).sequence() + 1);
        }
    }
}
