package io.taktstrom.opcua.plan;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.opcua.address.ResolvedPoints;
import io.taktstrom.opcua.service.NodeRef;
import io.taktstrom.opcua.service.Services;
import io.taktstrom.spi.ConnectorException;

/** One write: which of its samples are sent, and as what. Belongs to one thread. */
public final class WritePlan {

    private final List<NodeRef> nodes = new ArrayList<>();
    private final List<byte[]> variants = new ArrayList<>();
    /** Their places in the batch. */
    private final int[] sent;

    private final int[] statuses;

    private WritePlan(ResolvedPoints points, SampleBatch values, int[] statuses, Services services) {
        this.sent = new int[values.size()];
        this.statuses = statuses;
        for (int i = 0; i < values.size(); i++) {
            int point = values.pointAt(i);
            if (StatusCode.isGood(statuses[i]) && !points.at(point).isUsable()) {
                // Events are not a variable.
                statuses[i] = StatusCode.BAD_NOT_WRITABLE;
            } else if (StatusCode.isGood(statuses[i])) {
                try {
                    variants.add(points.layout(point).variant(values, i));
                    sent[nodes.size()] = i;
                    nodes.add(points.node(point));
                } catch (IllegalArgumentException e) {
                    statuses[i] = StatusCode.BAD_OUT_OF_RANGE;
                    services.link()
                            .tell("write " + points.points().get(point).address() + " at "
                                    + services.link().where() + ": " + e.getMessage());
                }
            }
        }
    }

    /**
     * Writes the samples that can be expressed.
     *
     * @param statuses Good for those that may be written; gets what became of each
     */
    public static void write(ResolvedPoints points, SampleBatch values, int[] statuses, Services services)
            throws ConnectorException {
        WritePlan plan = new WritePlan(points, values, statuses, services);
        if (!plan.nodes.isEmpty()) {
            plan.answered(services.attributes().write(plan.nodes, plan.variants));
        }
    }

    private void answered(int[] answers) {
        for (int i = 0; i < answers.length; i++) {
            statuses[sent[i]] = answers[i];
        }
    }
}
