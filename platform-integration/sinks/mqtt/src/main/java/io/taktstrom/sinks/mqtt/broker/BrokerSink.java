package io.taktstrom.sinks.mqtt.broker;

import java.util.List;
import java.util.function.Function;

import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkInlet;

/**
 * A broker to which the samples of all streams go, in one session.
 *
 * @param inlets makes the inlet of a stream
 * @param end ends the session
 */
public record BrokerSink(Broker broker, Function<String, SinkInlet> inlets, Runnable end) implements Sink {

    @Override
    public SinkInlet inlet(String stream, List<DataPoint> points) {
        return inlets.apply(stream);
    }

    @Override
    public SinkHealth health() {
        return broker.health();
    }

    @Override
    public void close() {
        end.run();
    }
}
