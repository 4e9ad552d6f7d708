package io.taktstrom.opcua.plan;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.opcua.address.ResolvedPoints;
import io.taktstrom.opcua.service.NodeRef;
import io.taktstrom.opcua.service.Services;
import io.taktstrom.spi.ConnectorException;

/** One write: which of its samples are sent, and as what. */
public final class WritePlan {

    private WritePlan() {}

    /**
     * Writes the samples that can be expressed.
     *
     * @param statuses Good for those that may be written; gets what became of each
     */
    public static void write(ResolvedPoints points, SampleBatch values, int[] statuses, Services services)
            throws ConnectorException {
        List<NodeRef> nodes = new ArrayList<>();
        List<byte[]> variants = new ArrayList<>();
        int[] places = new int[values.size()];
        for (int i = 0; i < values.size(); i++) {
            int point = values.pointAt(i);
            if (StatusCode.isGood(statuses[i]) && !points.at(point).isUsable()) {
                // Events are not a variable.
                statuses[i] = StatusCode.BAD_NOT_WRITABLE;
            } else if (StatusCode.isGood(statuses[i])) {
                try {
                    variants.add(points.layout(point).variant(values, i));
                    places[nodes.size()] = i;
                    nodes.add(points.node(point));
                } catch (IllegalArgumentException e) {
                    statuses[i] = StatusCode.BAD_OUT_OF_RANGE;
                    services.link()
                            .tell("write " + points.points().get(point).address() + " at "
                                    + services.link().where() + ": " + e.getMessage());
                }
            }
        }
        if (!nodes.isEmpty()) {
            int[] answers = services.attributes().write(nodes, variants);
            for (int i = 0; i < answers.length; i++) {
                statuses[places[i]] = answers[i];
            }
        }
    }
}
