package io.taktstrom.sinks.mqtt;

import java.util.List;

import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sinks.mqtt.broker.Broker;

/** A broker to which samples go as messages, those of all streams in one session. */
final class MqttSink implements Sink {

    private final Broker broker;
    private final MessageSettings settings;

    MqttSink(Broker broker, MessageSettings settings) {
        this.broker = broker;
        this.settings = settings;
    }

    @Override
    public SinkInlet inlet(String stream, List<DataPoint> points) {
        return new MqttInlet(broker, settings, stream);
    }

    @Override
    public SinkHealth health() {
        return broker.health();
    }

    @Override
    public void close() {
        broker.close();
    }
}
