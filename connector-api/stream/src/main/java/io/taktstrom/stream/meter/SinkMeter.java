package io.taktstrom.stream.meter;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.sink.SinkObserver;
import io.taktstrom.stream.Timings;

/** Measures what a sink sends. Give it to the sink in its {@code SinkContext}. Thread-safe; measuring allocates nothing. */
public final class SinkMeter extends PeerMeter implements SinkObserver {

    private final Timings durations;
    private final LongAdder bytes = new LongAdder();

    /**
     * @param clock tells which times are recent
     * @param notices hears what the sink has to say
     */
    public SinkMeter(EpochNanoClock clock, Consumer<String> notices) {
        super(clock, notices);
        durations = new Timings(clock);
    }

    @Override
    public void onRequestCompleted(long sent, long nanos) {
        durations.record(nanos);
        bytes.add(sent);
    }

    /** How long the receiver took to answer, failures included. */
    public Timings durations() {
        return durations;
    }

    /** Bytes sent. */
    public long bytes() {
        return bytes.sum();
    }
}
