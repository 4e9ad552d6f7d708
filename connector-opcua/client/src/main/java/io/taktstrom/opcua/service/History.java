package io.taktstrom.opcua.service;

import java.nio.ByteBuffer;
import java.time.Instant;

import io.taktstrom.opcua.channel.Failures;
import io.taktstrom.opcua.session.UaLink;
import io.taktstrom.opcua.value.MiloEncoding;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.MalformedFrameException;
import org.eclipse.milo.opcua.stack.core.types.UaStructuredType;
import org.eclipse.milo.opcua.stack.core.types.builtin.ByteString;
import org.eclipse.milo.opcua.stack.core.types.builtin.DataValue;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;
import org.eclipse.milo.opcua.stack.core.types.builtin.ExtensionObject;
import org.eclipse.milo.opcua.stack.core.types.builtin.QualifiedName;
import org.eclipse.milo.opcua.stack.core.types.enumerated.TimestampsToReturn;
import org.eclipse.milo.opcua.stack.core.types.structured.HistoryData;
import org.eclipse.milo.opcua.stack.core.types.structured.HistoryReadRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.HistoryReadResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.HistoryReadResult;
import org.eclipse.milo.opcua.stack.core.types.structured.HistoryReadValueId;
import org.eclipse.milo.opcua.stack.core.types.structured.ReadRawModifiedDetails;

import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.uint;

/** Raw values of the past (OPC 10000-11, 6.4.3), a page at a time. Thread-safe. */
public final class History {

    /** Pages in a row without a value; a server that gives more is going round in circles. */
    private static final int MAX_EMPTY_PAGES = 1000;

    private final UaLink link;
    private final int most;

    /** Most values of one answer; 0 to leave it to the server, since some forget to say that there are more. */
    private volatile int page;

    /** @param most values of one answer, of a server that cannot choose well itself */
    History(UaLink link, int most) {
        this.link = link;
        this.most = most;
    }

    /**
     * Hands over each value that a variable had, oldest first, from one time up to another.
     *
     * @param sink gets them numbered from 0
     * @return how many there were
     */
    public int read(NodeRef node, Instant from, Instant to, ValueSink sink) throws ConnectorException {
        ByteString more = ByteString.NULL_VALUE;
        int count = 0;
        int empty = 0;
        boolean done = false;
        try {
            do {
                HistoryReadResult result = next(node, from, to, more);
                more = result.getContinuationPoint();
                DataValue[] values = values(node, result.getHistoryData());
                hand(values, count, sink);
                count = Math.addExact(count, values.length);
                empty = values.length == 0 ? empty + 1 : 0;
                if (empty > MAX_EMPTY_PAGES) {
                    throw link.broken("read the history of " + node + ": " + empty + " pages in a row are empty");
                }
            } while (more != null && !more.isNullOrEmpty());
            done = true;
            return count;
        } finally {
            if (!done && more != null && !more.isNullOrEmpty() && link.isOpen()) {
                release(node, from, to, more);
            }
        }
    }

    private void hand(DataValue[] values, int from, ValueSink sink) throws ConnectorException {
        for (int i = 0; i < values.length; i++) {
            ByteBuffer value = MiloEncoding.encode(values[i]);
            try {
                sink.value(from + i, value, 0, value.limit());
            } catch (MalformedFrameException e) {
                throw new MalformedFrameException("values of " + link.where(), e);
            }
        }
    }

    private HistoryReadResult next(NodeRef node, Instant from, Instant to, ByteString more) throws ConnectorException {
        while (true) {
            try {
                HistoryReadResult result = ask(node, from, to, more, false);
                Failures.requireGood("read the history of " + node + " at " + link.where(), (int)
                        result.getStatusCode().value());
                return result;
            } catch (DeviceErrorException e) {
                if (page == 1 || !RequestSplitter.isTooMuch(e.status())) {
                    throw e;
                }
                page = page == 0 ? most : Math.max(1, page / 2);
                link.tell("read a history at " + link.where()
                        + ": that many values at once are too many for the server;" + " from now on " + page);
            }
        }
    }

    private HistoryReadResult ask(NodeRef node, Instant from, Instant to, ByteString more, boolean release)
            throws ConnectorException {
        ExtensionObject details = MiloEncoding.object(
                new ReadRawModifiedDetails(false, new DateTime(from), new DateTime(to), uint(page), false));
        HistoryReadValueId[] nodes = {new HistoryReadValueId(node.id(), null, QualifiedName.NULL_VALUE, more)};
        HistoryReadResponse response = link.call(
                "read the history of " + node,
                HistoryReadResponse.class,
                header -> new HistoryReadRequest(header, details, TimestampsToReturn.Source, release, nodes));
        return link.entries("read the history of " + node, 1, response.getResults())[0];
    }

    private DataValue[] values(NodeRef node, ExtensionObject data) throws ConnectorException {
        if (data == null || data.isNull()) {
            return new DataValue[0];
        }
        UaStructuredType decoded;
        try {
            decoded = MiloEncoding.inner(data);
        } catch (RuntimeException e) {
            // Milo checks no lengths here: wrong ones end in whatever exception comes first.
            throw link.broken("read the history of " + node + ": its bytes are malformed", e);
        }
        if (!(decoded instanceof HistoryData history)) {
            throw link.broken("read the history of " + node + ": the server answers something else than raw values");
        }
        DataValue[] values = history.getDataValues();
        return values == null ? new DataValue[0] : values;
    }

    /** The server need not keep for us what we do not ask for any more. */
    private void release(NodeRef node, Instant from, Instant to, ByteString more) {
        try {
            ask(node, from, to, more, true);
        } catch (ConnectorException e) {
            link.tell("end reading the history of " + node + ": " + e.getMessage());
        }
    }
}
