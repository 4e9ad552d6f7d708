package io.taktstrom.page;

import java.io.IOException;
import java.util.List;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sink.SinkProvider;

/** A sink that forgets what it gets. Its receiver can go away: then everything waits. */
final class Receiver implements SinkProvider, Sink {

    private final String type;
    private volatile boolean away;

    Receiver(String type) {
        this.type = type;
    }

    void away(boolean now) {
        away = now;
    }

    @Override
    public PartDescriptor descriptor() {
        return new PartDescriptor(type, "Forgets what it gets.", List.of());
    }

    @Override
    public Sink open(OptionValues options, SinkContext context) {
        return this;
    }

    @Override
    public SinkInlet inlet(String stream, List<DataPoint> points) {
        return (batch, unit) -> {
            if (away) {
                throw new IOException(trouble());
            }
        };
    }

    @Override
    public SinkHealth health() {
        return away ? SinkHealth.unwell(trouble()) : SinkHealth.WELL;
    }

    private String trouble() {
        return type + " at 127.0.0.1:4712 refuses the connection; is it running?";
    }
}
