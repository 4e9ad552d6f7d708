package io.taktstrom.sinks.mqtt.sparkplug;

import java.util.List;

import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkInlet;

/** An edge node to which the samples of all streams go. */
final class SparkplugSink implements Sink {

    private final EdgeNode node;

    SparkplugSink(EdgeNode node) {
        this.node = node;
    }

    @Override
    public SinkInlet inlet(String stream, List<DataPoint> points) {
        return new SparkplugInlet(node);
    }

    @Override
    public SinkHealth health() {
        return node.broker().health();
    }

    @Override
    public void close() {
        node.close();
    }
}
