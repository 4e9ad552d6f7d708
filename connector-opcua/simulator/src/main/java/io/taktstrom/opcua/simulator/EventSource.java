package io.taktstrom.opcua.simulator;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.taktstrom.opcua.server.type.BuiltinType;
import io.taktstrom.opcua.simulator.model.SimulatedEvent;
import org.eclipse.milo.opcua.sdk.server.OpcUaServer;
import org.eclipse.milo.opcua.sdk.server.model.objects.BaseEventTypeNode;
import org.eclipse.milo.opcua.sdk.server.model.objects.ServerTypeNode;
import org.eclipse.milo.opcua.stack.core.NodeIds;
import org.eclipse.milo.opcua.stack.core.UaException;
import org.eclipse.milo.opcua.stack.core.types.builtin.ByteString;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;
import org.eclipse.milo.opcua.stack.core.types.builtin.LocalizedText;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.QualifiedName;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UByte;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UShort;

/** Sends events in one run of the server to subscribers of the Server object. */
final class EventSource {

    /** The bit SubscribeToEvents of the attribute EventNotifier (OPC UA Part 3, 8.59). */
    private static final UByte SUBSCRIBE = UByte.valueOf(1);

    private final OpcUaServer server;
    private final ServerState simulation;

    EventSource(OpcUaServer server, ServerState simulation) {
        this.server = server;
        this.simulation = simulation;
        server.getAddressSpaceManager().getManagedNode(NodeIds.Server).ifPresent(node -> {
            if (node instanceof ServerTypeNode object) {
                object.setEventNotifier(SUBSCRIBE);
            }
        });
    }

    /** Tells those that come by themselves, until the timer ends. */
    void start(List<SimulatedEvent> events, ScheduledExecutorService timer) {
        for (SimulatedEvent event : events) {
            if (event.every() != null) {
                long nanos = event.every().toNanos();
                var unused = timer.scheduleAtFixedRate(
                        () -> fire(event, event.message()), nanos, nanos, TimeUnit.NANOSECONDS);
            }
        }
    }

    /** Tells one now; it has been queued for each subscriber when this returns. */
    synchronized void fire(SimulatedEvent event, String message) {
        UUID id = UUID.randomUUID();
        NodeId type = switch (event.kind()) {
            case BASE -> NodeIds.BaseEventType;
            case SYSTEM -> NodeIds.SystemEventType;
            case DEVICE_FAILURE -> NodeIds.DeviceFailureEventType;
            case MODEL_CHANGE -> NodeIds.BaseModelChangeEventType;
        };
        BaseEventTypeNode node;
        try {
            node = server.getEventFactory().createEvent(new NodeId(1, id), type);
        } catch (UaException e) {
            throw new IllegalStateException("cannot make an event of type " + event.kind(), e);
        }
        DateTime now = BuiltinType.time(simulation.clock.epochNanos());
        node.setBrowseName(new QualifiedName(1, event.name()));
        node.setDisplayName(LocalizedText.english(event.name()));
        node.setEventId(ByteString.of(ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array()));
        node.setEventType(type);
        node.setSourceNode(NodeIds.Server);
        node.setSourceName(event.name());
        node.setTime(now);
        node.setReceiveTime(now);
        node.setMessage(LocalizedText.english(message));
        node.setSeverity(UShort.valueOf(event.severity()));
        server.getEventNotifier().fire(node);
        node.delete();
        simulation.counters.increment(OpcUaCounter.EVENTS);
    }
}
