package io.taktstrom.runtime.reload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.Catalog;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.load.DeploymentLoader;
import io.taktstrom.runtime.RunContext;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.spi.Providers;
import io.taktstrom.stream.Accounting;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reloads of each kind with one device, in an order by a seed. {@code -Dtakt.reload.rounds=N} says how many of each kind,
 * {@code -Dtakt.reload.seed=N} the seed, {@code -Dtakt.reload.kinds=RING,STAGE} which kinds.
 */
@Tag("integrity")
abstract class ReloadRun {

    /** What a reload changes. */
    enum Kind {
        RING,
        SINK,
        STAGE,
        SCAN_CLASS,
        POINT,
        DEADBAND,
        CONNECTION,
        STREAM,
        SELECTION
    }

    private static final int ROUNDS = Integer.getInteger("takt.reload.rounds", 2);
    private static final long SEED = Long.getLong("takt.reload.seed", 1);
    private static final String KINDS = System.getProperty("takt.reload.kinds", "");
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final int MAX_PAUSE_MILLIS = 150;

    @TempDir
    Path directory;

    abstract ReloadedDevice device() throws IOException;

    @Test
    void noNumberIsMissingWithoutAMarkAndNoneComesTwice() throws IOException {
        System.out.println(getClass().getSimpleName() + ": seed " + SEED);
        Random random = new Random(SEED);
        Map<Kind, Integer> left = new EnumMap<>(Kind.class);
        kinds().forEach(kind -> left.put(kind, ROUNDS));
        List<Kind> order = new ArrayList<>();
        left.forEach((kind, times) -> order.addAll(Collections.nCopies(times, kind)));
        Collections.shuffle(order, random);
        try (ReloadedDevice device = device()) {
            play(device, order, random);
        }
    }

    private static Set<Kind> kinds() {
        Set<Kind> kinds = EnumSet.noneOf(Kind.class);
        for (String name : KINDS.isEmpty() ? new String[0] : KINDS.split(",")) {
            kinds.add(Kind.valueOf(name));
        }
        return kinds.isEmpty() ? EnumSet.allOf(Kind.class) : kinds;
    }

    private void play(ReloadedDevice device, List<Kind> order, Random random) throws IOException {
        Receivers receivers = new Receivers(device.sendsEach());
        Providers providers = Providers.ofClassPath().with(receivers);
        Set<Kind> other = EnumSet.noneOf(Kind.class);
        RunContext context = new RunContext(EpochNanoClock.system(), providers, notice -> {}, null).withTaps();
        RunningDeployment running = RunningDeployment.start(load(device, other, providers), context);
        long begun = System.nanoTime();
        List<String> wrong = new ArrayList<>();
        Map<String, Accounting> accounts;
        try (running) {
            awaitMore(receivers, device);
            for (Kind kind : order) {
                // The moment of a reload is by the seed, too.
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(MAX_PAUSE_MILLIS)));
                if (!other.remove(kind)) {
                    other.add(kind);
                }
                receivers.during(kind + ", now " + other);
                running.reload(load(device, other, providers));
            }
            awaitMore(receivers, device);
        } finally {
            accounts = running.accounts();
        }
        long lost = 0;
        long repeated = 0;
        long marked = 0;
        long samples = 0;
        for (String stream : List.of("a", "b")) {
            long ofStream = 0;
            for (CountedSamples point : receivers.of(stream, device.variables())) {
                wrong.addAll(point.wrong());
                lost += point.lost();
                repeated += point.repeated();
                marked += point.marked();
                ofStream += point.samples();
            }
            samples += ofStream;
            Accounting account = Objects.requireNonNull(accounts.get(stream + ".f" + stream));
            if (!account.isBalanced() || account.buffered() != 0 || account.published() < ofStream) {
                wrong.add("stream " + stream + ": " + account + ", but " + ofStream + " came");
            }
        }
        String result =
                "%s: %d reloads, %d of each of %s, seed %d: %d samples, %d lost without a mark, %d repeated, %d marked, %d ms"
                        .formatted(
                                getClass().getSimpleName(),
                                order.size(),
                                ROUNDS,
                                kinds(),
                                SEED,
                                samples,
                                lost,
                                repeated,
                                marked,
                                (System.nanoTime() - begun) / 1_000_000);
        System.out.println(result);
        assertThat(wrong).as(result).isEmpty();
    }

    private static void awaitMore(Receivers receivers, ReloadedDevice device) {
        List<CountedSamples> all = new ArrayList<>(receivers.of("a", device.variables()));
        all.addAll(receivers.of("b", device.variables()));
        List<Long> before = all.stream().map(CountedSamples::samples).toList();
        await(() -> {
            for (int i = 0; i < before.size(); i++) {
                if (all.get(i).samples() < before.get(i) + 5) {
                    return false;
                }
            }
            return true;
        });
    }

    private static void await(BooleanSupplier condition) {
        long begun = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - begun)
                    .as("waited for samples of all points")
                    .isLessThan(LIMIT_NANOS);
            LockSupport.parkNanos(1_000_000);
        }
    }

    private Deployment load(ReloadedDevice device, Set<Kind> other, Providers providers) throws IOException {
        String text = text(device, other);
        DeploymentResult result = new DeploymentLoader(Catalog.of(providers), name -> null, 1 << 20)
                .load(Files.writeString(directory.resolve("plant.yaml"), text));
        assertThat(result).as(result + "\n" + text).isInstanceOf(DeploymentResult.Loaded.class);
        return ((DeploymentResult.Loaded) result).deployment();
    }

    private static String text(ReloadedDevice device, Set<Kind> other) {
        StringBuilder points = new StringBuilder();
        for (int i = 0; i < device.variables(); i++) {
            String deadband = i % 2 == 0 && other.contains(Kind.DEADBAND) ? ", deadband: 0" : "";
            points.append("  - {id: p.c%d, on: plc, address: \"%s\", scan: fast%s}%n"
                    .formatted(i, device.address(i), deadband));
        }
        if (other.contains(Kind.POINT)) {
            points.append("  - {id: p.more, on: plc, address: \"%s\", scan: fast}%n".formatted(device.address(0)));
        }
        return "connections:\n  plc: {" + device.connection()
                + (other.contains(Kind.CONNECTION) ? ", requestTimeout: 9s" : "") + "}\n"
                + "scanClasses:\n  fast: {" + device.scanClass(other.contains(Kind.SCAN_CLASS)) + "}\n"
                + "points:\n" + points
                + "streams:\n  - {id: a, from: \"**\", to: [fa], ring: {capacity: "
                + (other.contains(Kind.RING) ? 60001 : 60000) + ", onFull: dropOldest}"
                + (other.contains(Kind.STAGE) ? ", stages: [{type: everyNth, n: 1}]" : "") + "}\n"
                + "  - {id: b, from: \"**\", to: [fb], ring: {capacity: 60000}}\n"
                + (other.contains(Kind.STREAM) ? "  - {id: c, from: \"**\", to: [fc]}\n" : "")
                + (other.contains(Kind.SELECTION) ? "  - {id: d, from: \"p.c1\", to: [fc]}\n" : "")
                + "sinks:\n  fa: {type: counted, tag: " + (other.contains(Kind.SINK) ? "other" : "one") + "}\n"
                + "  fb: {type: counted, tag: one}\n  fc: {type: counted, tag: one}\n";
    }
}
