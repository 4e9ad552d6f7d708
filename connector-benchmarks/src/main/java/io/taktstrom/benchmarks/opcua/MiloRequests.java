package io.taktstrom.benchmarks.opcua;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.benchmarks.worker.Operation;
import org.eclipse.milo.opcua.sdk.client.AddressSpace;
import org.eclipse.milo.opcua.sdk.client.OpcUaClient;
import org.eclipse.milo.opcua.stack.core.NodeIds;
import org.eclipse.milo.opcua.stack.core.types.builtin.ByteString;
import org.eclipse.milo.opcua.stack.core.types.builtin.DataValue;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UShort;
import org.eclipse.milo.opcua.stack.core.types.enumerated.BrowseDirection;
import org.eclipse.milo.opcua.stack.core.types.enumerated.TimestampsToReturn;
import org.eclipse.milo.opcua.stack.core.types.structured.BrowseDescription;
import org.eclipse.milo.opcua.stack.core.types.structured.BrowseResult;
import org.eclipse.milo.opcua.stack.core.types.structured.ReferenceDescription;
import org.jspecify.annotations.Nullable;

import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.uint;

/** What Milo's own client is asked, one after the other, over one connection. */
final class MiloRequests {

    private MiloRequests() {}

    /** Something over a connection, which is closed with it. */
    private abstract static class Over implements Operation {
        final OpcUaClient client;
        final UShort namespace;

        Over(String uri) throws Exception {
            client = MiloSubscriber.connect(uri);
            namespace = MiloSubscriber.namespace(client);
        }

        @Override
        public void close() throws IOException {
            Operation.end(client::disconnect);
        }
    }

    /** Reads so many items at once. */
    static Operation read(String uri, int count) throws Exception {
        return new Over(uri) {
            private final List<NodeId> nodes = nodes();

            private List<NodeId> nodes() {
                List<NodeId> all = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    all.add(new NodeId(namespace, "i" + i));
                }
                return all;
            }

            @Override
            public void once() throws Exception {
                List<DataValue> values = client.readValues(0, TimestampsToReturn.Source, nodes);
                for (int i = 0; i < count; i++) {
                    Object value = values.get(i).value().value();
                    if (!(value instanceof Integer number) || number != i) {
                        throw new IOException("i" + i + " is " + values.get(i));
                    }
                }
            }
        };
    }

    /** Reads one array. */
    static Operation array(String uri, int size) throws Exception {
        return new Over(uri) {
            private final NodeId node = new NodeId(namespace, "n" + size);

            @Override
            public void once() throws Exception {
                DataValue value = client.readValue(0, TimestampsToReturn.Source, node);
                if (!(value.value().value() instanceof Integer[] array)
                        || array.length != size
                        || array[size - 1] != size - 1) {
                    throw new IOException("n" + size + " is not whole: " + value.statusCode());
                }
            }
        };
    }

    /** Finds the nodes of a folder with what Milo keeps of each, as its address space does it. */
    static Operation addressSpace(String uri, int count) throws Exception {
        return new Over(uri) {
            private final NodeId folder = new NodeId(namespace, "Items");

            @Override
            public void once() throws Exception {
                AddressSpace.BrowseOptions options =
                        AddressSpace.BrowseOptions.builder().build();
                requireAll(client.getAddressSpace().browseNodes(folder, options).size(), count);
            }
        };
    }

    /** Browses a folder, and asks nothing more of what is in it. */
    static Operation browse(String uri, int count) throws Exception {
        return new Over(uri) {
            private final BrowseDescription folder = new BrowseDescription(
                    new NodeId(namespace, "Items"),
                    BrowseDirection.Forward,
                    NodeIds.HierarchicalReferences,
                    true,
                    uint(0),
                    uint(63));

            @Override
            public void once() throws Exception {
                BrowseResult result = client.browse(folder);
                int found = count(result.getReferences());
                ByteString more = result.getContinuationPoint();
                while (more != null && !more.isNullOrEmpty()) {
                    BrowseResult next = client.browseNext(false, List.of(more)).getResults()[0];
                    found += count(next.getReferences());
                    more = next.getContinuationPoint();
                }
                requireAll(found, count);
            }

            private int count(ReferenceDescription @Nullable [] references) {
                return references == null ? 0 : references.length;
            }
        };
    }

    private static void requireAll(int found, int count) throws IOException {
        if (found != count) {
            throw new IOException("found " + found + " nodes of " + count);
        }
    }
}
