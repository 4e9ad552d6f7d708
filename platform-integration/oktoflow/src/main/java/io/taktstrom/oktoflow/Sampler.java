package io.taktstrom.oktoflow;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.kit.RestartingThread;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.spi.Subscription;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.NoticeLimit;
import io.taktstrom.stream.Pipeline;
import io.taktstrom.stream.PipelineSettings;
import io.taktstrom.stream.source.Scan;
import org.jspecify.annotations.Nullable;

/**
 * Makes rounds by itself, of notifications or of polls. What oktoflow generates from a model does not say what to monitor: the
 * first round reads what the translators ask for, and from then on that is sampled, all of it together.
 *
 * <pre>
 *   start --&gt; learning --a round succeeds--&gt; sampling: device ==samples==&gt; ring --&gt; one round after the other
 *                ^  |                            |
 *                '--'  fails: again              '-- a round asks for more: sampled too
 *                     monitor(names) -----------&gt;
 * </pre>
 *
 * <p>Each sample reaches a round: when a variable has changed twice, there are two. Variables that were named make a round each, those
 * that were learned make one together. The ring between the device and the rounds is
 * bounded; when a consumer is too slow, the oldest samples are dropped, counted in {@link #accounting} and reported. A round waits
 * until each sampled variable was heard of once. Rounds are made by the thread {@code takt-stream-NAME}.
 */
public final class Sampler implements AutoCloseable {

    /** Makes something of rounds. What it throws ends nothing. */
    public interface Rounds {

        /**
         * There are new values: to be translated and, unless the round is {@linkplain Round#isLearning for learning}, handed on.
         *
         * @throws IOException when that failed; it is reported
         */
        void onRound(Round round) throws IOException;

        /** Something went wrong, in words for people. */
        void onTrouble(String message);
    }

    private static final Duration RETRY = Duration.ofSeconds(1);

    private final DeviceSession session;
    private final Rounds rounds;
    private final String name;
    private final Pipeline pipeline;
    private final Map<String, DeviceVariable> sampled = new LinkedHashMap<>();
    private final List<Subscription> subscriptions = new ArrayList<>();
    /** Of the thread that makes rounds. */
    private final Set<String> pending = new LinkedHashSet<>();

    private final NoticeLimit trouble;

    private volatile boolean enabled = true;
    private volatile boolean polling;
    private volatile boolean running;
    /** Names were given: what translators ask for beside them is read. */
    private boolean explicit;
    /** The address that says that the model has changed; null when nothing monitors it. */
    private volatile @Nullable String model;
    /** Another one for each time that the learning begins. */
    private volatile Object attempt = new Object();

    private Duration cycle = Duration.ZERO;
    private @Nullable RestartingThread learner;

    public Sampler(DeviceSession session, String name, Rounds rounds) {
        this.session = session;
        this.rounds = rounds;
        this.name = name;
        trouble = new NoticeLimit(EpochNanoClock.system(), rounds::onTrouble);
        pipeline = Pipeline.to(new Taking())
                .named(name)
                .settings(PipelineSettings.STANDARD.withCloseTimeout(Duration.ofMillis(500)))
                .onNotice(trouble)
                .start();
    }

    /** Rounds at each change. */
    public void startNotifying() {
        start(false, session.target().cycle());
    }

    /** A round each interval, whether anything has changed or not. */
    public void startPolling(Duration interval) {
        start(true, interval);
    }

    private synchronized void start(boolean poll, Duration interval) {
        if (running && ((!poll && explicit) || (poll == polling && interval.equals(cycle)))) {
            return;
        }
        stop();
        running = true;
        polling = poll;
        cycle = interval;
        Object mine = attempt;
        learner = RestartingThread.start(
                "takt-oktoflow-learn-" + name,
                () -> learn(mine),
                e -> report("the first round failed", e),
                EpochNanoClock.system());
    }

    /** A round at each change of each of these variables, beside those that are sampled already. */
    public synchronized void monitor(Duration interval, Collection<String> names) throws IOException {
        if (polling) {
            stop();
        }
        polling = false;
        running = true;
        explicit = true;
        attempt = new Object();
        sample(interval, names);
    }

    /**
     * Rounds when the model of the device has changed; what was read before is read again then.
     *
     * @param address has a sample at each change of the model
     */
    public synchronized void monitorModel(Duration interval, String address) throws IOException {
        monitor(interval, Set.of(address));
        model = address;
    }

    /** No more rounds until the next start. */
    public synchronized void stop() {
        running = false;
        explicit = false;
        model = null;
        attempt = new Object();
        RestartingThread thread = learner;
        if (thread != null) {
            thread.end();
        }
        subscriptions.forEach(Subscription::close);
        subscriptions.clear();
        sampled.values().forEach(variable -> variable.setSampled(false));
        sampled.clear();
    }

    /** Whether rounds are made at all; samples that come while not are known, and make none. */
    public void enable(boolean on) {
        enabled = on;
    }

    public boolean isPolling() {
        return running && polling;
    }

    /** What became of every sample so far. */
    public Accounting accounting() {
        return pipeline.accounting();
    }

    private void learn(Object mine) {
        while (attempt == mine) {
            if (round(Round.learning()) && sampleLearned(mine, session.asked())) {
                return;
            }
            LockSupport.parkNanos(this, RETRY.toNanos());
        }
    }

    private synchronized boolean sampleLearned(Object mine, Collection<String> names) {
        if (attempt == mine && running && !explicit && !sampled.keySet().containsAll(names)) {
            try {
                sample(cycle, names);
            } catch (IOException e) {
                report("sampling failed and is tried again", e);
                return false;
            }
        }
        return true;
    }

    private void sample(Duration interval, Collection<String> names) throws IOException {
        List<DataPoint> points = new ArrayList<>();
        List<DeviceVariable> added = new ArrayList<>();
        for (String each : names) {
            if (!sampled.containsKey(each)) {
                DeviceVariable variable = session.variable(each);
                points.add(variable.point(session.connection().current()));
                added.add(variable);
            }
        }
        if (points.isEmpty()) {
            return;
        }
        for (int i = 0; i < added.size(); i++) {
            added.get(i).setSampled(true);
            sampled.put(points.get(i).name(), added.get(i));
        }
        Duration effective = interval.isZero() ? session.target().cycle() : interval;
        ScanClass.Mode mode = polling ? ScanClass.Mode.POLL : ScanClass.Mode.NOTIFY;
        ScanClass scan = new ScanClass(
                "oktoflow" + subscriptions.size(),
                mode,
                effective,
                polling ? Duration.ZERO : session.target().maxDelay());
        subscriptions.add(session.connection().subscribe(new Scan(scan, points, pipeline.inlet())));
    }

    /** Makes a round, and says whether it went well. */
    private boolean round(Round round) {
        try {
            rounds.onRound(round);
            return true;
        } catch (IOException | RuntimeException e) {
            report("a round failed and was left out", e);
            return false;
        }
    }

    private void report(String message, Throwable cause) {
        trouble.accept(message + ": " + cause.getMessage());
    }

    @Override
    public void close() {
        stop();
        pipeline.close();
    }

    /** The end of the ring. */
    private final class Taking implements SinkInlet {

        @Override
        public void publish(SampleBatch batch, FlushUnit unit) {
            for (int i = 0; i < batch.size(); i++) {
                String point = batch.group().points().get(batch.pointAt(i)).name();
                DeviceVariable variable = of(point);
                if (variable == null) {
                    continue;
                }
                if (pending.contains(point)) {
                    deliver();
                }
                if (point.equals(model)) {
                    session.forget();
                }
                variable.take(batch, i);
                pending.add(point);
                if (StatusCode.hasOverflow(batch.statusAt(i))) {
                    trouble.accept("values of " + point
                            + " were lost before this one: in an outage, or because their consumer is too slow");
                }
                if (polling && pending.size() == count()) {
                    deliver();
                }
            }
            if (!polling && !pending.isEmpty()) {
                deliver();
            }
        }

        private @Nullable DeviceVariable of(String point) {
            synchronized (Sampler.this) {
                return sampled.get(point);
            }
        }

        private int count() {
            synchronized (Sampler.this) {
                return sampled.size();
            }
        }

        private void deliver() {
            List<DeviceVariable> all;
            boolean named;
            synchronized (Sampler.this) {
                named = explicit;
                all = sampled.entrySet().stream()
                        .filter(each -> !each.getKey().equals(model))
                        .map(Map.Entry::getValue)
                        .toList();
                pending.retainAll(sampled.keySet());
            }
            if (all.stream().anyMatch(variable -> variable.seen() == null)) {
                return;
            }
            List<String> changed = List.copyOf(pending);
            pending.clear();
            List<DeviceVariable> bad = all.stream().filter(Sampler::isBad).toList();
            if (!bad.isEmpty() && bad.size() == all.size()) {
                DeviceVariable.Seen first = bad.get(0).seen();
                trouble.accept(Counted.of(bad.size(), "variable") + " of "
                        + session.target().endpoint()
                        + (bad.size() == 1 ? " has" : " have") + " no value: "
                        + StatusCode.name(first == null ? StatusCode.BAD : first.status()));
            } else if (enabled && running && roundsOf(changed, named)) {
                sampleLearned(attempt, session.asked());
            }
        }

        /** Makes a round of all, or one of each as oktoflow's own connectors do it for names that were given. */
        private boolean roundsOf(List<String> changed, boolean named) {
            if (polling || !named) {
                return round(Round.of(polling ? Set.of() : Set.copyOf(changed)));
            }
            boolean good = true;
            for (String name : changed) {
                good &= round(Round.of(Set.of(name)));
            }
            return good;
        }
    }

    private static boolean isBad(DeviceVariable variable) {
        DeviceVariable.Seen seen = variable.seen();
        return seen == null || StatusCode.isBad(seen.status());
    }
}
