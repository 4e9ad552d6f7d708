package io.taktstrom.sinks.message;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkInlet;

/** A receiver to which each stream has an inlet of its own, which ends with the stream or with this. */
public class UnitSink implements Sink {

    private final Opening opening;
    private final Set<UnitInlet> inlets = ConcurrentHashMap.newKeySet();
    private final Runnable end;
    private volatile boolean closed;

    /** Makes the inlet of a stream; it connects when there is something to deliver. */
    @FunctionalInterface
    public interface Opening {
        UnitInlet open(String stream) throws IOException;
    }

    public UnitSink(Opening opening) {
        this(opening, () -> {});
    }

    /** @param end ends what the inlets share, after them */
    public UnitSink(Opening opening, Runnable end) {
        this.opening = opening;
        this.end = end;
    }

    @Override
    public final SinkInlet inlet(String stream, List<DataPoint> points) throws IOException {
        UnitInlet inlet = opening.open(stream);
        inlet.belongTo(this);
        inlets.add(inlet);
        if (closed) {
            inlet.end();
        }
        return inlet;
    }

    final void ended(UnitInlet inlet) {
        inlets.remove(inlet);
    }

    /** A stream that is well hides no other that is not. */
    @Override
    public SinkHealth health() {
        return inlets.stream()
                .map(UnitInlet::health)
                .filter(each -> !each.well())
                .findFirst()
                .orElse(SinkHealth.WELL);
    }

    @Override
    public final void close() {
        closed = true;
        inlets.forEach(UnitInlet::end);
        end.run();
    }
}
