package io.taktstrom.stream;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkInlet;

/** A sink that fails as told and keeps the values that it acknowledged. */
final class ScriptedSink implements SinkInlet {

    private final Deque<Throwable> failures = new ArrayDeque<>();
    private final List<Long> gathered = new ArrayList<>();
    private final List<Long> published = new ArrayList<>();
    private final List<Integer> units = new ArrayList<>();
    private int calls;
    private boolean held;
    private boolean closed;
    private int unitSamples = STANDARD_UNIT_SAMPLES;

    /** So many samples may be in a unit. */
    ScriptedSink unitSamples(int samples) {
        unitSamples = samples;
        return this;
    }

    @Override
    public int unitSamples() {
        return unitSamples;
    }

    /** The next calls fail like this, one each. */
    synchronized ScriptedSink failing(Throwable... causes) {
        failures.addAll(List.of(causes));
        return this;
    }

    /** Calls do not return until released, or interrupted. */
    synchronized ScriptedSink held() {
        held = true;
        return this;
    }

    synchronized void release() {
        held = false;
        notifyAll();
    }

    @Override
    public synchronized void publish(SampleBatch batch, FlushUnit unit) throws IOException {
        calls++;
        try {
            while (held) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        Throwable failure = failures.poll();
        if (failure != null) {
            gathered.clear();
            fail(failure);
        }
        for (int i = 0; i < batch.size(); i++) {
            gathered.add(batch.longAt(i));
        }
        if (unit.isComplete()) {
            published.addAll(gathered);
            units.add(gathered.size());
            gathered.clear();
        }
    }

    private static void fail(Throwable failure) throws IOException {
        if (failure instanceof IOException io) {
            throw io;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) failure;
    }

    @Override
    public synchronized void close() {
        closed = true;
    }

    synchronized List<Long> published() {
        return List.copyOf(published);
    }

    /** Sizes of the flush units that were acknowledged. */
    synchronized List<Integer> units() {
        return List.copyOf(units);
    }

    synchronized int calls() {
        return calls;
    }

    synchronized boolean isClosed() {
        return closed;
    }
}
