package io.taktstrom.connect.source;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import io.taktstrom.connect.config.ConnectParts;
import io.taktstrom.connect.config.DeploymentOption;
import io.taktstrom.connect.config.DeploymentOption.WrongDeploymentException;
import io.taktstrom.connect.config.OptionConfig;
import io.taktstrom.connect.config.PluginVersion;
import io.taktstrom.connect.config.WorkerLog;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.kit.ScheduledTask;
import io.taktstrom.runtime.RunContext;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.sinks.message.UnitSink;
import io.taktstrom.stream.Accounting;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Some connections of a deployment, whole. A device that is away is tried until it answers; so the task fails for what only
 * another configuration, or another task's end, would cure.
 *
 * <p>Paused, it keeps its sessions; the rings fill, and their policies decide.
 */
public final class TaktstromSourceTask extends SourceTask {

    private static final Logger LOG = LoggerFactory.getLogger(TaktstromSourceTask.class);

    /** Connect looks in between whether the task shall end. */
    private static final Duration POLL = Duration.ofMillis(500);

    /** How often Connect is asked whether another task has taken over. */
    private static final long LOOK_MILLIS = 10_000;

    private static final long WATCH_NANOS = Duration.ofSeconds(1).toNanos();

    /** What was heard earlier has nothing to do with another task. */
    private static final long RECENT_MILLIS = 60_000;

    private final UnitHandover handover = new UnitHandover();
    private final Owners.Owner owner = this::fence;
    private String connector = "";
    private Set<String> connections = Set.of();
    private @Nullable Numbering numbering;
    private volatile @Nullable RunningDeployment running;
    private final ScheduledTask watch;
    private volatile @Nullable TaskPresence presence;
    private volatile @Nullable String fenced;
    private final Consumer<String> worker = WorkerLog.unlessLogged(LOG::warn);
    private final LatestNotices heard = new LatestNotices();
    private volatile long lookedAt = nowMillis();
    private volatile @Nullable Thread poller;

    /** Called by Connect. */
    public TaktstromSourceTask() {
        watch = ScheduledTask.pooled(
                "takt-connect-watch",
                this::watch,
                () -> {},
                e -> LOG.warn("looking whether Connect still has this task failed; trying again", e));
    }

    @Override
    public String version() {
        return PluginVersion.text();
    }

    @Override
    public void start(Map<String, String> given) {
        connector = given.getOrDefault("name", "");
        OptionValues options = OptionConfig.values("connector " + connector, SourceOptions.OPTIONS.all(), given);
        connections = Set.of(given.getOrDefault(SourceOptions.CONNECTIONS, "").split("\n"));
        Deployment deployment = deployment(given);
        Numbering numbers = new Numbering(
                context.offsetStorageReader(),
                connections,
                deployment.streams().stream().map(StreamConfig::name).toList(),
                System.currentTimeMillis());
        numbering = numbers;
        Owners.take(connector, connections, owner);
        try {
            RunContext run = new RunContext(
                    EpochNanoClock.system(),
                    ConnectParts.publishing(sink -> new UnitSink(stream -> new ConnectInlet(
                            new SampleRecords(options, sink.name(), stream, numbers), handover, sink))),
                    this::hear,
                    null);
            // A task before this one may have ended before its first offset was stored: no trace of it is left.
            RunningDeployment started = RunningDeployment.takeOver(deployment, run);
            running = started;
            showAccounting(started);
            presence = new TaskPresence(connector, given.getOrDefault(SourceOptions.TASK, "0"));
            watch.begin();
        } catch (IOException e) {
            throw new ConnectException(e.getMessage(), e);
        }
        LOG.info("run {} with connections {}", numbers.run(), connections);
    }

    private Deployment deployment(Map<String, String> given) {
        try {
            Deployment whole = DeploymentOption.load(DeploymentOption.values(given), ConnectParts.known())
                    .deployment();
            if (!whole.connections().keySet().containsAll(connections)) {
                throw new ConnectException("the deployment on this worker has not all of the connections " + connections
                        + " that it had where the connector runs; give all workers the same file");
            }
            return TaskDeployment.of(whole, connections, connector + "-" + given.getOrDefault(SourceOptions.TASK, "0"));
        } catch (WrongDeploymentException e) {
            throw new ConnectException(e.getMessage(), e);
        }
    }

    private void hear(String notice) {
        worker.accept(notice);
        heard.add(notice, nowMillis());
    }

    private static long nowMillis() {
        return System.nanoTime() / 1_000_000;
    }

    /** Workers before 4.1 have no metrics of plug-ins. */
    private void showAccounting(RunningDeployment started) {
        try {
            TaskAccounting.show(context.pluginMetrics(), started);
        } catch (NoSuchMethodError | NoClassDefFoundError e) {
            LOG.info("this worker has no metrics of plug-ins; the accounting is in the log when the task ends");
        }
    }

    @Override
    public @Nullable List<SourceRecord> poll() throws InterruptedException {
        poller = Thread.currentThread();
        String why = fenced;
        if (why != null) {
            throw new ConnectException(why + "; this task ends, so that no device is polled by two tasks");
        }
        return handover.poll(POLL);
    }

    @Override
    public void commitRecord(SourceRecord record, @Nullable RecordMetadata metadata) {
        if (record instanceof SampleRecord sample) {
            sample.answer(metadata != null);
        }
    }

    /** After offsets were stored: brokers answer, so it costs little to ask who else has published. */
    @Override
    public void commit() {
        long now = nowMillis();
        if (now - lookedAt >= LOOK_MILLIS && mayLook()) {
            lookedAt = now;
            look();
        }
    }

    /**
     * With exactly-once support, the polling thread itself commits each transaction. It must not ask: the answer waits for what a killed
     * worker has left open, up to a minute ({@code transaction.timeout.ms}). Nor need it: brokers fence its producer.
     */
    boolean mayLook() {
        return !Thread.currentThread().equals(poller);
    }

    /**
     * Connect calls stop() on a thread that waits for brokers, perhaps as long as they are away. What it no longer has has no metrics;
     * asking for offsets would wait for brokers, too.
     */
    private long watch() {
        TaskPresence now = presence;
        if (now != null && now.isGone()) {
            fence("Connect has given up this task with connections " + connections);
            return ScheduledTask.OVER;
        }
        return WATCH_NANOS;
    }

    /** Ends, if a later task has published of the same connections. */
    void look() {
        Numbering numbers = numbering;
        String later = numbers == null || fenced != null ? null : numbers.laterRun();
        if (later != null) {
            // Two tasks with one device look like this from here: they take its only connection from each other.
            fence(later + heard.since(nowMillis() - RECENT_MILLIS));
        }
    }

    private void fence(String why) {
        LOG.warn("{}; its sessions end", why);
        fenced = why;
        end();
    }

    private void end() {
        handover.close();
        RunningDeployment ended = running;
        if (ended != null) {
            ended.close();
        }
    }

    /** What became of each sample so far, by stream. */
    Map<String, Accounting> accounting() {
        RunningDeployment now = running;
        return now == null ? Map.of() : now.accounts();
    }

    @Override
    public void stop() {
        watch.end();
        end();
        Owners.release(connector, connections, owner);
        LOG.info("the run has ended; {}", TaskAccounting.text(accounting()));
    }
}
