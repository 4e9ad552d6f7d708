package io.taktstrom.opcua.simulator;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.eclipse.milo.opcua.sdk.server.OpcUaServer;
import org.eclipse.milo.opcua.stack.core.AttributeId;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.types.builtin.ByteString;
import org.eclipse.milo.opcua.stack.core.types.builtin.DataValue;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;
import org.eclipse.milo.opcua.stack.core.types.builtin.ExtensionObject;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.StatusCode;
import org.eclipse.milo.opcua.stack.core.types.enumerated.TimestampsToReturn;
import org.eclipse.milo.opcua.stack.core.types.structured.HistoryData;
import org.eclipse.milo.opcua.stack.core.types.structured.HistoryReadDetails;
import org.eclipse.milo.opcua.stack.core.types.structured.HistoryReadResult;
import org.eclipse.milo.opcua.stack.core.types.structured.HistoryReadValueId;
import org.eclipse.milo.opcua.stack.core.types.structured.ReadRawModifiedDetails;
import org.jspecify.annotations.Nullable;

/**
 * Answers HistoryRead for raw values (OPC UA Part 11, 6.5.3). A continuation point is the number of the next value, so that
 * nothing is kept for clients that never come back.
 */
record HistoryReading(OpcUaServer server, ServerState simulation, Map<NodeId, UaVariable> variables) {

    List<HistoryReadResult> read(
            HistoryReadDetails details, TimestampsToReturn timestamps, List<HistoryReadValueId> nodes) {
        List<HistoryReadResult> results = new ArrayList<>(nodes.size());
        for (HistoryReadValueId node : nodes) {
            simulation.counters.increment(OpcUaCounter.HISTORY_READS);
            if (details instanceof ReadRawModifiedDetails raw && !Boolean.TRUE.equals(raw.getIsReadModified())) {
                results.add(read(raw, timestamps, node));
            } else {
                results.add(bad(StatusCodes.Bad_HistoryOperationUnsupported));
            }
        }
        return results;
    }

    private static HistoryReadResult bad(long status) {
        return new HistoryReadResult(new StatusCode(status), ByteString.NULL_VALUE, null);
    }

    private HistoryReadResult read(
            ReadRawModifiedDetails details, TimestampsToReturn timestamps, HistoryReadValueId node) {
        UaVariable variable = variables.get(node.getNodeId());
        if (variable == null) {
            return bad(StatusCodes.Bad_NodeIdUnknown);
        }
        ValueHistory history = variable.history;
        if (history == null) {
            return bad(StatusCodes.Bad_HistoryOperationUnsupported);
        }
        DateTime start = given(details.getStartTime());
        DateTime stop = given(details.getEndTime());
        long wanted = details.getNumValuesPerNode().longValue();
        if ((start == null && stop == null) || (wanted == 0 && (start == null || stop == null))) {
            return bad(StatusCodes.Bad_HistoryOperationInvalid);
        }
        long from = number(node.getContinuationPoint());
        if (from < -1) {
            return bad(StatusCodes.Bad_ContinuationPointInvalid);
        }
        int limit = simulation.limits().historyValues();
        int most = wanted == 0 ? limit : (int) Math.min(wanted, limit);
        ValueHistory.Page page = history.read(start, stop, from, most);
        DataValue[] values = page.values().stream()
                .map(value -> value.copy()
                        .applyTimestamps(AttributeId.Value, timestamps)
                        .build())
                .toArray(DataValue[]::new);
        StatusCode status = values.length == 0 ? new StatusCode(StatusCodes.Good_NoData) : StatusCode.GOOD;
        return new HistoryReadResult(
                status,
                page.next() < 0
                        ? ByteString.NULL_VALUE
                        : ByteString.of(ByteBuffer.allocate(Long.BYTES)
                                .putLong(page.next())
                                .array()),
                ExtensionObject.encode(server.getStaticEncodingContext(), new HistoryData(values)));
    }

    private static @Nullable DateTime given(@Nullable DateTime time) {
        return time == null || time.utcTime() == 0 ? null : time;
    }

    /** The number in a continuation point; -1 for none, -2 for one that is none of ours. */
    private static long number(@Nullable ByteString point) {
        if (point == null || point.isNull() || point.length() == 0) {
            return -1;
        }
        if (point.length() != Long.BYTES) {
            return -2;
        }
        return Math.max(-2, ByteBuffer.wrap(point.bytesOrEmpty()).getLong());
    }
}
