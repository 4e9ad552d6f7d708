package io.taktstrom.runtime;

import io.micrometer.core.instrument.MeterRegistry;
import io.taktstrom.deployment.RingConfig;
import io.taktstrom.stream.Pipeline;
import io.taktstrom.stream.meter.StreamMeters;
import org.jspecify.annotations.Nullable;

/** One sink of one stream: a ring and what publishes from it. Thread-safe. */
final class RunningStream {

    private final RingConfig ring;
    private final String sink;
    private final SwitchableInlet socket;
    private final Pipeline pipeline;
    private volatile @Nullable StreamMeters meters;
    private volatile boolean over;

    RunningStream(RingConfig ring, String sink, SwitchableInlet socket, Pipeline pipeline) {
        this.ring = ring;
        this.sink = sink;
        this.socket = socket;
        this.pipeline = pipeline;
    }

    RingConfig ring() {
        return ring;
    }

    String sink() {
        return sink;
    }

    SwitchableInlet socket() {
        return socket;
    }

    Pipeline pipeline() {
        return pipeline;
    }

    /** Whether it publishes nothing any more. */
    boolean isOver() {
        return over;
    }

    /** Shows its meters; there must not be others of its name. */
    void show(@Nullable MeterRegistry registry) {
        if (registry != null && meters == null) {
            meters = new StreamMeters(registry).add(sink, pipeline);
        }
    }

    /** Takes its meters out. */
    void hide() {
        StreamMeters shown = meters;
        if (shown != null) {
            shown.close();
        }
    }

    /** See {@link Pipeline#close}. Idempotent. */
    void close() {
        hide();
        pipeline.close();
        over = true;
    }
}
