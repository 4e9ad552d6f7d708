package io.taktstrom.stream.meter;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.taktstrom.command.CommandOutcome;
import io.taktstrom.data.DropReason;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.sink.Sink;
import io.taktstrom.spi.ConnectionObserver.Operation;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.ClockWatch;
import io.taktstrom.stream.NoticeLimit;
import io.taktstrom.stream.Pipeline;
import io.taktstrom.stream.SpillMeter;
import io.taktstrom.stream.Timings;
import io.taktstrom.stream.block.BlockMeter;
import io.taktstrom.stream.poll.PollMeter;
import io.taktstrom.stream.source.ConnectionState;
import io.taktstrom.stream.source.ManagedConnection;

/**
 * Shows pipelines and connections in a registry. All meters read counters that exist anyway, when the registry asks.
 * Their names and tags are stable; {@code docs/reference/metrics.md} lists them.
 *
 * <p>Closing takes them out again; have one of these for whatever comes and goes together. Thread-safe.
 */
public final class StreamMeters implements AutoCloseable {

    private static final List<String> QUANTILES = List.of("0.5", "0.99", "0.999", "1");

    private final MeterRegistry registry;
    private final EpochNanoClock clock;
    /** Guarded by this, as is whether it is closed: a scrape may add some. */
    private final List<Meter> meters = new ArrayList<>();

    private boolean closed;

    public StreamMeters(MeterRegistry registry) {
        this(registry, EpochNanoClock.system());
    }

    /** @param clock says how old things are; of the pipelines and connections that are added */
    public StreamMeters(MeterRegistry registry, EpochNanoClock clock) {
        this.registry = registry;
        this.clock = clock;
    }

    /** Adds a pipeline's meters, tagged with its name. */
    public StreamMeters add(Pipeline pipeline) {
        Tags tags = Tags.of("stream", pipeline.name());
        count(Metric.RECEIVED, tags, pipeline, p -> Scrape.accounting(p).received());
        count(Metric.PUBLISHED, tags, pipeline, p -> Scrape.accounting(p).published());
        gauge(Metric.BUFFERED, tags, pipeline, p -> Scrape.accounting(p).buffered());
        for (DropReason reason : DropReason.values()) {
            Tags tagged = tags.and("reason", reason.text());
            count(Metric.DROPPED, tagged, pipeline, p -> Scrape.accounting(p).dropped(reason));
        }
        gauge(Metric.UNACCOUNTED, tags, pipeline, p -> unaccounted(Scrape.accounting(p)));
        gauge(Metric.RING_HIGH_WATER, tags, pipeline, Pipeline::highWater);
        count(Metric.SINK_FAILURES, tags, pipeline, Pipeline::sinkFailures);
        count(Metric.STREAM_THREAD_FAILURES, tags, pipeline, Pipeline::threadFailures);
        SpillMeter spill = pipeline.spillMeter();
        if (spill != null) {
            gauge(Metric.SPILL_BYTES, tags, spill, SpillMeter::bytes);
            gauge(Metric.SPILL_SAMPLES, tags, spill, SpillMeter::samples);
            gauge(Metric.SPILL_OLDEST, tags, spill, SpillMeter::oldestSeconds);
            count(Metric.SPILL_WRITTEN, tags, spill, SpillMeter::written);
            count(Metric.SPILL_READ, tags, spill, SpillMeter::read);
            count(Metric.SPILL_RECOVERED, tags, spill, SpillMeter::recovered);
            count(Metric.SPILL_REPEATED, tags, spill, SpillMeter::repeated);
            gauge(Metric.SPILL_WELL, tags, pipeline, p -> p.spillTrouble() == null ? 1 : 0);
        }
        return this;
    }

    private static double unaccounted(Accounting counts) {
        return counts.received() - counts.published() - counts.buffered() - counts.droppedTotal();
    }

    /** Adds a pipeline's meters, and what waits in it for a sink, tagged with both names. */
    public StreamMeters add(String sink, Pipeline pipeline) {
        Tags tags = Tags.of("sink", sink, "stream", pipeline.name());
        gauge(Metric.SINK_BACKLOG, tags, pipeline, p -> Scrape.accounting(p).buffered());
        gauge(Metric.SINK_OLDEST, tags, pipeline, p -> ageSeconds(p.oldestAt()));
        return add(pipeline);
    }

    private double ageSeconds(long at) {
        return at == SampleBatch.NO_TIME ? 0 : Math.max(0, clock.epochNanos() - at) / 1e9;
    }

    /** Adds a connection's meters and those of its pollers, tagged with its name. */
    public StreamMeters add(ManagedConnection connection) {
        Tags tags = Tags.of("connection", connection.name());
        gauge(Metric.CONNECTED, tags, connection, c -> c.state() == ConnectionState.CONNECTED ? 1 : 0);
        new PointMeters(this, connection, tags, clock).register();
        gauge(Metric.WAITING, tags, connection, ManagedConnection::waitingBytes);
        count(Metric.OVERFLOWS, tags, connection, ManagedConnection::overflows);
        count(Metric.ATTEMPTS, tags, connection, ManagedConnection::attempts);
        count(Metric.RECONNECTS, tags, connection, ManagedConnection::reconnects);
        count(Metric.LATE, tags, connection, ManagedConnection::lateSamples);
        count(Metric.REFUSED, tags, connection, ManagedConnection::refusedSamples);
        count(Metric.HANDOVER_FAILURES, tags, connection, ManagedConnection::sinkFailures);
        count(Metric.CONNECTION_THREAD_FAILURES, tags, connection, ManagedConnection::threadFailures);
        connection.pollMeters().forEach((scan, meter) -> add(meter, tags.and("scan", scan)));
        connection.blockMeters().forEach((scan, meter) -> add(meter, tags.and("scan", scan)));
        return this;
    }

    /** Adds a sink's meters, tagged with its name. */
    public StreamMeters add(String name, Sink sink, SinkMeter meter) {
        Tags tags = Tags.of("sink", name);
        gauge(Metric.SINK_WELL, tags, sink, s -> s.health().well() ? 1 : 0);
        count(Metric.SINK_BYTES, tags, meter, SinkMeter::bytes);
        count(Metric.SINK_REQUESTS, tags, meter.durations(), Timings::count);
        quantiles(Metric.SINK_REQUEST_DURATION, tags, meter.durations());
        certificates(Metric.SINK_CERTIFICATE, tags, meter.certificates());
        return this;
    }

    /** Adds how many notices about a connection were left out. */
    public StreamMeters add(String connection, NoticeLimit notices) {
        count(Metric.NOTICES_LEFT_OUT, Tags.of("connection", connection), notices, NoticeLimit::leftOut);
        return this;
    }

    /**
     * Adds how many browses of a connection failed.
     *
     * @param failures only ever grows
     */
    public StreamMeters addBrowses(String connection, AtomicLong failures) {
        count(Metric.BROWSE_FAILURES, Tags.of("connection", connection), failures, AtomicLong::get);
        return this;
    }

    /** Adds how many commands ended in each way. */
    public StreamMeters addCommands(ToDoubleFunction<CommandOutcome> counts) {
        for (CommandOutcome outcome : CommandOutcome.values()) {
            count(Metric.COMMANDS, Tags.of("outcome", outcome.text()), outcome, counts);
        }
        return this;
    }

    /**
     * Adds whether an alarm is raised.
     *
     * @param isActive asked of the alarm at each scrape
     */
    public <T> StreamMeters addAlarm(String name, String severity, T alarm, Predicate<T> isActive) {
        Tags tags = Tags.of("alarm", name, "severity", severity);
        gauge(Metric.ALARM_ACTIVE, tags, alarm, of -> isActive.test(of) ? 1 : 0);
        return this;
    }

    /** Adds what became of the notices for a receiver of alarms; of those that were dropped, by reason. */
    public <T> StreamMeters addReceiver(
            String name,
            T of,
            ToDoubleFunction<T> raised,
            ToDoubleFunction<T> delivered,
            ToDoubleFunction<T> pending,
            Map<String, ToDoubleFunction<T>> dropped) {
        Tags tags = Tags.of("receiver", name);
        count(Metric.NOTICES_RAISED, tags, of, raised);
        count(Metric.NOTICES_DELIVERED, tags, of, delivered);
        gauge(Metric.NOTICES_PENDING, tags, of, pending);
        dropped.forEach((reason, count) -> count(Metric.NOTICES_DROPPED, tags.and("reason", reason), of, count));
        return this;
    }

    /**
     * Adds how the whole does.
     *
     * @param condition 2 when all is well, 1 when not all is, 0 when nothing works
     */
    public <T> StreamMeters addHealth(T of, ToDoubleFunction<T> condition) {
        gauge(Metric.HEALTH, Tags.empty(), of, condition);
        return this;
    }

    /**
     * Adds whether the last reload was refused.
     *
     * @param isRefused asked at each scrape
     */
    public <T> StreamMeters addReload(T of, Predicate<T> isRefused) {
        gauge(Metric.RELOAD_REFUSED, Tags.empty(), of, each -> isRefused.test(each) ? 1 : 0);
        return this;
    }

    /**
     * Adds which of several instances this one is.
     *
     * @param active 1 while it is active
     * @param term of its lease
     */
    public <T> StreamMeters addStandby(T of, ToDoubleFunction<T> active, ToDoubleFunction<T> term) {
        gauge(Metric.STANDBY_ACTIVE, Tags.empty(), of, active);
        gauge(Metric.STANDBY_TERM, Tags.empty(), of, term);
        return this;
    }

    /** Adds how often expressions had no value. */
    public <T> StreamMeters addComputed(T of, ToDoubleFunction<T> failures) {
        count(Metric.COMPUTED_FAILURES, Tags.empty(), of, failures);
        return this;
    }

    /** Adds the steps of the system's clock. */
    public StreamMeters add(ClockWatch watch) {
        count(Metric.CLOCK_STEPS, Tags.empty(), watch, ClockWatch::steps);
        return this;
    }

    private void add(BlockMeter meter, Tags tags) {
        count(Metric.BLOCK_SAMPLES, tags, meter, BlockMeter::samples);
        count(Metric.BLOCK_LOST, tags, meter, BlockMeter::lost);
        count(Metric.BLOCK_TORN, tags, meter, BlockMeter::torn);
        count(Metric.BLOCK_INTERRUPTIONS, tags, meter, BlockMeter::interruptions);
    }

    private void add(PollMeter meter, Tags tags) {
        count(Metric.POLL_READS, tags, meter, PollMeter::polls);
        count(Metric.POLL_FAILURES, tags, meter, PollMeter::failures);
        count(Metric.POLL_OVERRUNS, tags, meter, PollMeter::overruns);
        quantiles(Metric.POLL_LATENESS, tags, meter.lateness());
        quantiles(Metric.POLL_JITTER, tags, meter.jitter());
    }

    /**
     * Adds the meters of a connection's requests.
     *
     * @param connection the connection's name
     */
    public StreamMeters add(String connection, RequestMeter meter) {
        Tags tags = Tags.of("connection", connection);
        count(Metric.ROUND_TRIPS, tags, meter, RequestMeter::roundTrips);
        for (Operation operation : Operation.values()) {
            Tags tagged = tags.and("operation", operation.name().toLowerCase(Locale.ROOT));
            count(Metric.REQUESTS, tagged, meter.durations(operation), Timings::count);
            quantiles(Metric.REQUEST_DURATION, tagged, meter.durations(operation));
        }
        certificates(Metric.CONNECTION_CERTIFICATE, tags, meter.certificates());
        return this;
    }

    /** They are known only when they are shown. */
    private void certificates(Metric metric, Tags tags, CertificateDates dates) {
        dates.onKnown(holder -> gauge(
                metric,
                tags.and("holder", holder.name().toLowerCase(Locale.ROOT)),
                dates,
                known -> known.daysLeft(holder)));
    }

    private <T> void count(Metric metric, Tags tags, T of, ToDoubleFunction<T> value) {
        keep(() -> FunctionCounter.builder(metric.text(), of, value)
                .baseUnit(metric.unit())
                .tags(tags)
                .description(metric.about())
                .register(registry));
    }

    <T> void gauge(Metric metric, Tags tags, T of, ToDoubleFunction<T> value) {
        keep(() -> Gauge.builder(metric.text(), of, value)
                .baseUnit(metric.unit().isEmpty() ? null : metric.unit())
                .tags(tags)
                .description(metric.about())
                .strongReference(true)
                .register(registry));
    }

    private void quantiles(Metric metric, Tags tags, Timings timings) {
        for (String quantile : QUANTILES) {
            double part = Double.parseDouble(quantile);
            keep(() -> TimeGauge.builder(metric.text(), timings, TimeUnit.NANOSECONDS, t -> t.recentNanos(part))
                    .tags(tags.and("quantile", quantile))
                    .description(metric.about())
                    .register(registry));
        }
    }

    private synchronized void keep(Supplier<Meter> meter) {
        if (!closed) {
            meters.add(meter.get());
        }
    }

    /** Takes the meters out of the registry, for good. Idempotent. */
    @Override
    public synchronized void close() {
        closed = true;
        meters.forEach(registry::remove);
        meters.clear();
    }
}
