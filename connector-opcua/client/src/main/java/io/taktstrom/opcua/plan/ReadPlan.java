package io.taktstrom.opcua.plan;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.opcua.address.ResolvedPoints;
import io.taktstrom.opcua.stack.Attributes;
import io.taktstrom.opcua.value.Decoding;
import io.taktstrom.spi.ConnectorException;

/** Reads the points of a group that can be read, and says of the others why not. Immutable, thread-safe. */
public final class ReadPlan {

    private final ResolvedPoints points;
    private final Attributes.NodeList reads;

    public ReadPlan(ResolvedPoints points) {
        this.points = points;
        this.reads = Attributes.values(points.nodes());
    }

    /**
     * Reads all points once.
     *
     * @param into empty, with room for a sample of each point, which is added in its order
     */
    public void read(Attributes attributes, SampleBatch into, Decoding decoding) throws ConnectorException {
        int[] usable = points.usable();
        attributes.read(reads, (index, dataValue) -> {
            addUnusable(into, usable[index]);
            decoding.read(dataValue);
            points.layout(usable[index]).add(into, usable[index], 0, decoding);
        });
        addUnusable(into, points.size());
    }

    /** Adds the points up to one that was read; they cannot be used, and have a status that says why. */
    private void addUnusable(SampleBatch into, int upTo) {
        while (into.size() < upTo) {
            into.addBad(into.size(), SampleBatch.NO_TIME, points.at(into.size()).unreadable());
        }
    }
}
