package io.taktstrom.opcua.plan;

import java.nio.ByteBuffer;
import java.util.Objects;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.opcua.address.ResolvedPoints;
import io.taktstrom.opcua.service.Attributes;
import io.taktstrom.opcua.service.ValueSink;
import io.taktstrom.opcua.value.Decoding;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/** Reads the points of a group that can be read, and says of the others why not. Immutable, thread-safe. */
public final class ReadPlan {

    private final ResolvedPoints points;
    private final Attributes.ReadList reads;

    public ReadPlan(ResolvedPoints points) {
        this.points = points;
        this.reads = Attributes.values(points.nodes());
    }

    /** What a read needs besides the batch, reused. Belongs to one thread at a time. */
    public static final class Filler implements ValueSink {

        private final Decoding decoding = new Decoding();
        private @Nullable ReadPlan plan;
        private @Nullable SampleBatch into;

        @Override
        public void value(int index, ByteBuffer in, int from, int to) throws ConnectorException {
            ReadPlan reading = Objects.requireNonNull(plan);
            SampleBatch batch = Objects.requireNonNull(into);
            int point = reading.points.usable()[index];
            reading.addUnusable(batch, point);
            decoding.read(in, from, to);
            reading.points.layout(point).add(batch, point, 0, decoding);
        }
    }

    /**
     * Reads all points once. Hot: allocates nothing.
     *
     * @param into empty, with room for a sample of each point, which is added in its order
     */
    public void read(Attributes attributes, SampleBatch into, Filler filler) throws ConnectorException {
        filler.plan = this;
        filler.into = into;
        attributes.read(reads, filler);
        filler.into = null;
        addUnusable(into, points.size());
    }

    /** Adds the points up to one that was read; they cannot be used, and have a status that says why. */
    private void addUnusable(SampleBatch into, int upTo) {
        while (into.size() < upTo) {
            into.addBad(into.size(), SampleBatch.NO_TIME, points.at(into.size()).unreadable());
        }
    }
}
