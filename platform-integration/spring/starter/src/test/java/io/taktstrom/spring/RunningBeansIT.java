package io.taktstrom.spring;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.spi.BoundRecord;
import io.taktstrom.spi.Connectors;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.source.ConnectionState;
import io.taktstrom.stream.source.ManagedConnection;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What an application gets of a deployment that runs against a simulated PLC. */
class RunningBeansIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final String MODEL = """
            taskCycle: 2ms
            symbols:
              MAIN.count: {type: DINT, waveform: counter}
              MAIN.target: {type: DINT, value: 7}
            """;

    @TempDir
    private Path folder;

    @AutoClose
    private AdsSimulator plc;

    @BeforeEach
    void start() throws IOException {
        plc = AdsSimulator.builder().model(AdsModel.parse(MODEL)).start();
    }

    /** What an application's beans are injected with. */
    record Press(ManagedConnection connection, BoundRecord<Spindle> spindle) {
        Press(@Qualifier("press1") ManagedConnection connection, BoundRecord<Spindle> spindle) {
            this.connection = connection;
            this.spindle = spindle;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @AutoConfigurationPackage
    static class Application {}

    private ApplicationContextRunner runner(String address) {
        var endpoint = Connectors.providerOf(plc.endpointUri()).descriptor().parse(plc.endpointUri());
        ApplicationContextRunner runner = new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(TaktstromAutoConfiguration.class, TaktstromHealthAutoConfiguration.class))
                .withUserConfiguration(Application.class)
                .withPropertyValues(
                        "taktstrom.connections.press1.type=ads",
                        "taktstrom.connections.press1.host=" + endpoint.host(),
                        "taktstrom.connections.press1.port=" + endpoint.port(),
                        "taktstrom.scan-classes.default.mode=notify",
                        "taktstrom.scan-classes.default.cycle=10ms",
                        "taktstrom.points[0].id=press1.count",
                        "taktstrom.points[0].on=press1",
                        "taktstrom.points[0].address=" + address,
                        "taktstrom.streams[0].id=all",
                        "taktstrom.streams[0].from=**",
                        "taktstrom.streams[0].to=samples",
                        "taktstrom.sinks.samples.type=jsonl",
                        "taktstrom.sinks.samples.path=" + folder.resolve("samples.jsonl"));
        for (var option : endpoint.options().entrySet()) {
            runner = runner.withPropertyValues(
                    "taktstrom.connections.press1." + option.getKey() + "=" + option.getValue());
        }
        return runner;
    }

    private static Health health(ApplicationContext context, String part, String name) {
        CompositeHealthContributor all = context.getBean(CompositeHealthContributor.class);
        CompositeHealthContributor parts =
                (CompositeHealthContributor) Objects.requireNonNull(all.getContributor(part));
        HealthIndicator one = (HealthIndicator) Objects.requireNonNull(parts.getContributor(name));
        return Objects.requireNonNull(one.health());
    }

    @Test
    void connectionsAndRecordsAreInjected() {
        runner("MAIN.count").withBean(Press.class).run(context -> {
            Press press = context.getBean(Press.class);
            assertThat(press.connection().read("MAIN.target").value()).isEqualTo(7L);
            press.spindle().write(new Spindle(0, 12));
            assertThat(press.spindle().read().target()).isEqualTo(12);
            assertThat(plc.get("MAIN.target")).isEqualTo(12L);
        });
    }

    @Test
    void aDeviceThatIsAwayKeepsNoApplicationFromStarting() {
        plc.close();
        runner("MAIN.count")
                .withBean(Press.class)
                .run(context -> assertThat(context.getStartupFailure()).isNull());
    }

    @Test
    void samplesFlowAndTheMetersOfTheApplicationShowThem() {
        runner("MAIN.count")
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .run(context -> {
                    RunningDeployment running = context.getBean(RunningDeployment.class);
                    await().atMost(LIMIT).until(() -> published(running) > 20);
                    List<String> names = context.getBean(MeterRegistry.class).getMeters().stream()
                            .map(meter -> meter.getId().getName())
                            .distinct()
                            .toList();
                    assertThat(names).anyMatch(name -> name.startsWith("taktstrom."));
                });
    }

    private static long published(RunningDeployment running) {
        Accounting account = running.accounts().get("all.samples");
        return account == null ? 0 : account.published();
    }

    @Test
    void healthIsUpWithADeviceThatDeliversAndDownWithoutOne() {
        runner("MAIN.count").run(context -> {
            await().atMost(LIMIT)
                    .until(() ->
                            health(context, "connections", "press1").getStatus().equals(Status.UP));
            assertThat(health(context, "streams", "all.samples").getStatus()).isEqualTo(Status.UP);
            assertThat(health(context, "sinks", "samples").getStatus()).isEqualTo(Status.UP);
            HealthIndicator whole = (HealthIndicator) Objects.requireNonNull(
                    context.getBean(CompositeHealthContributor.class).getContributor("deployment"));
            assertThat(Objects.requireNonNull(whole.health()).getDetails())
                    .containsEntry("ready", true)
                    .containsKeys("clock", "alarms")
                    .doesNotContainKeys("connections", "reasons", "status");
            plc.close();
            await().atMost(LIMIT)
                    .until(() ->
                            health(context, "connections", "press1").getStatus().equals(Status.DOWN));
        });
    }

    @Test
    void aConnectionOfWhichNoPointIsDeliveredIsNotUp() {
        runner("MAIN.noSuchVariable").run(context -> {
            RunningDeployment running = context.getBean(RunningDeployment.class);
            await().atMost(LIMIT)
                    .until(() -> running.connections().get(0).managed().state() == ConnectionState.CONNECTED);
            Health health = health(context, "connections", "press1");
            assertThat(health.getStatus()).isEqualTo(Status.DOWN);
            assertThat(health.getDetails()).containsEntry("state", "CONNECTED").containsEntry("good", 0);
        });
    }

    @Test
    void theEndOfTheContextEndsTheDeploymentWithBalancedBooks() {
        RunningDeployment[] ran = new RunningDeployment[1];
        runner("MAIN.count").run(context -> {
            ran[0] = context.getBean(RunningDeployment.class);
            await().atMost(LIMIT).until(() -> published(ran[0]) > 20);
        });
        assertThat(ran[0].connections()).allMatch(each -> each.managed().state() == ConnectionState.CLOSED);
        Accounting account = Objects.requireNonNull(ran[0].accounts().get("all.samples"));
        assertThat(account.isBalanced()).isTrue();
        assertThat(account.buffered()).isZero();
    }

    /** What was logged, by the logger's name. */
    private static final class Logged extends Handler {
        private final Map<String, Queue<String>> texts = new ConcurrentHashMap<>();

        Queue<String> by(String logger) {
            return texts.computeIfAbsent(logger, name -> new ConcurrentLinkedQueue<>());
        }

        @Override
        public void publish(LogRecord entry) {
            by(entry.getLoggerName()).add(entry.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    /** What an application logs whose device is away, until this logger has said something. */
    private Logged withoutDevice(String until) {
        plc.close();
        Logged logged = new Logged();
        Logger ours = Logger.getLogger("io.taktstrom");
        ours.addHandler(logged);
        try {
            runner("MAIN.count")
                    .run(context ->
                            await().atMost(LIMIT).until(() -> !logged.by(until).isEmpty()));
        } finally {
            ours.removeHandler(logged);
        }
        return logged;
    }

    @Test
    void aNoticeStandsInTheLogOnce() {
        Logged logged = withoutDevice("io.taktstrom.stream");
        assertThat(logged.by("io.taktstrom.stream")).anyMatch(text -> text.contains("connect press1"));
        assertThat(logged.by("io.taktstrom.spring")).noneMatch(text -> text.contains("connect press1"));
    }

    @Test
    void aNoticeIsStillLoggedWhereTheStreamsOwnLogIsTurnedOff() {
        Logger stream = Logger.getLogger("io.taktstrom.stream");
        stream.setLevel(Level.OFF);
        try {
            assertThat(withoutDevice("io.taktstrom.spring").by("io.taktstrom.spring"))
                    .anyMatch(text -> text.contains("connect press1"));
        } finally {
            stream.setLevel(null);
        }
    }
}
