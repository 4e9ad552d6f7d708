package io.taktstrom.testkit.sink;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import io.taktstrom.sink.Sink;
import io.taktstrom.testkit.ReceivedSample;
import io.taktstrom.testkit.contract.ContractThreads;
import org.junit.jupiter.api.Assumptions;

import static org.assertj.core.api.Assertions.assertThat;

/** What a test of {@link SinkContract} works on: one receiver, and the sinks that lead to it. */
final class SinkBench implements AutoCloseable {

    private final SinkUnderTest device;
    private final List<Sink> opened = new ArrayList<>();

    SinkBench(SinkUnderTest device) {
        this.device = device;
    }

    SinkUnderTest device() {
        return device;
    }

    /** Nothing that is said to be bounded takes longer. */
    Duration bound() {
        return device.patience();
    }

    Sink open() throws IOException {
        return open(device.options());
    }

    Sink open(Map<String, String> options) throws IOException {
        Sink sink =
                device.provider().open(device.provider().descriptor().values("contract", options), device.context());
        opened.add(sink);
        return sink;
    }

    /** A pipeline of its own that ends in a new sink. */
    SinkFeed feed() throws IOException {
        return feed(open(), "all");
    }

    SinkFeed feed(Sink sink, String stream) throws IOException {
        return new SinkFeed(
                sink.inlet(stream, ContractPoints.counters("press.", 2).points()), bound());
    }

    /** Ends the test as skipped, with the receiver's reason, where it says that it does not have this. */
    void require(String feature) {
        String reason = device.missing().get(feature);
        Assumptions.assumeTrue(reason == null, () -> feature + " are missing: " + reason);
    }

    boolean has(String feature) {
        return !device.missing().containsKey(feature);
    }

    /** Fails when the receiver has anything else than what was published, or in another order. */
    void assertReceived(SinkFeed... feeds) throws IOException {
        List<ReceivedSample> received = device.received();
        int all = 0;
        for (SinkFeed feed : feeds) {
            ArrivedSamples.assertSame(feed.published(), received, device);
            all += feed.published().size();
        }
        assertThat(received).as("all that the receiver has").hasSize(all);
    }

    /** Runs something on a thread of its own; fails when it does not return in time. */
    <T> T bounded(String what, Callable<T> work) throws Exception {
        return ContractThreads.call(what, bound(), work);
    }

    @Override
    public void close() throws IOException {
        try {
            for (Sink sink : opened) {
                sink.close();
            }
        } finally {
            device.close();
        }
    }
}
