package io.taktstrom.s7.plan;

import java.util.List;

import io.taktstrom.kit.plan.Span;
import io.taktstrom.kit.plan.SpanRules;
import io.taktstrom.s7.protocol.s7.DataItem;
import io.taktstrom.s7.protocol.s7.ReadVar;
import io.taktstrom.s7.protocol.s7.VarItem;

/**
 * What reading costs. Two values in one item save the header of an item in request and answer, and one of the few items of
 * a request; they cost the bytes between them.
 */
record ReadRules(PduLimits limits) implements SpanRules {

    @Override
    public int maxUnits(long area) {
        return limits.mostReadBytes() / 2 * 2 / unitBytes(area);
    }

    @Override
    public int unitBytes(long area) {
        return Areas.unitBytes(area);
    }

    /** In requests and parts of one. */
    @Override
    public double cost(List<Span> spans) {
        double answer = 0;
        for (Span span : spans) {
            answer += DataItem.HEADER_BYTES + DataItem.padded(Areas.bytes(span));
        }
        double request = (double) spans.size() * VarItem.BYTES;
        double fullest = Math.max(
                Math.max(answer / limits.readRoom(), request / (limits.requestBytes() - ReadVar.REQUEST_BYTES)),
                (double) spans.size() / limits.mostReadItems());
        // Of two that need the same requests, the one with fewer bytes.
        return fullest + (answer + request) / 1e9;
    }
}
