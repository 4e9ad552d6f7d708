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
public abstract class MessageSink implements Sink {

    private final Set<MessageInlet> inlets = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** An inlet for a stream; connects when there is something to deliver. */
    protected abstract MessageInlet open(String stream) throws IOException;

    @Override
    public final SinkInlet inlet(String stream, List<DataPoint> points) throws IOException {
        MessageInlet inlet = open(stream);
        inlets.add(inlet);
        if (closed) {
            inlet.end();
        }
        return inlet;
    }

    final void ended(MessageInlet inlet) {
        inlets.remove(inlet);
    }

    /** A stream that is well hides no other that is not. */
    @Override
    public final SinkHealth health() {
        return inlets.stream()
                .map(MessageInlet::health)
                .filter(each -> !each.well())
                .findFirst()
                .orElse(SinkHealth.WELL);
    }

    @Override
    public final void close() {
        closed = true;
        inlets.forEach(MessageInlet::end);
    }
}
