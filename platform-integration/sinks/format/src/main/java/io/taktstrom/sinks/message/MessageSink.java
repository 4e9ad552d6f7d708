package io.taktstrom.sinks.message;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkInlet;

/** A receiver of messages. Each stream has a client of its own there, which ends with the stream or with this. */
public final class MessageSink implements Sink {

    private final Opening opening;
    private final Set<MessageInlet> inlets = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** Makes the inlet of a stream; it connects when there is something to deliver. */
    @FunctionalInterface
    public interface Opening {
        MessageInlet open(String stream) throws IOException;
    }

    public MessageSink(Opening opening) {
        this.opening = opening;
    }

    @Override
    public SinkInlet inlet(String stream, List<DataPoint> points) throws IOException {
        MessageInlet inlet = opening.open(stream);
        inlet.belongTo(this);
        inlets.add(inlet);
        if (closed) {
            inlet.end();
        }
        return inlet;
    }

    void ended(MessageInlet inlet) {
        inlets.remove(inlet);
    }

    /** A stream that is well hides no other that is not. */
    @Override
    public SinkHealth health() {
        return inlets.stream()
                .map(MessageInlet::health)
                .filter(each -> !each.well())
                .findFirst()
                .orElse(SinkHealth.WELL);
    }

    @Override
    public void close() {
        closed = true;
        inlets.forEach(MessageInlet::end);
    }
}
