package io.taktstrom.opcua.address;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.opcua.service.EventSelection;
import io.taktstrom.opcua.service.NodeRef;
import io.taktstrom.opcua.service.References;
import org.jspecify.annotations.Nullable;

/**
 * The address of events:
 *
 * <pre>
 *   events:i=2253?type=i=2915&amp;severity=500&amp;source=Press&amp;fields=Time,Message,ActiveState/Id
 *          notifier    what is wanted of its events, each part optional          what of each event
 * </pre>
 *
 * @param type null for any
 * @param leastSeverity 1 to 1000; 0 for any
 * @param source empty for any
 */
public record EventAddress(
        NodeAddress notifier,
        @Nullable NodeAddress type,
        int leastSeverity,
        String source,
        List<List<References.Name>> fields)
        implements OpcUaAddress {

    static final String SCHEME = "events:";

    static final String PATTERN =
            "events:[^?]*(\\?(type|severity|source|fields)=[^&]+(&(type|severity|source|fields)=[^&]+)*)?";

    /** The Server object: it has the events of all notifiers (OPC 10000-3, 4.7). */
    private static final String SERVER = "i=2253";

    private static final String STANDARD_FIELDS = "EventType,SourceName,Time,Severity,Message";

    private static final int MAX_SEVERITY = 1000;

    public EventAddress {
        fields = List.copyOf(fields);
    }

    /** As {@link OpcUaAddress#parse}. */
    static EventAddress parse(String text) {
        if (!text.matches(PATTERN)) {
            throw new IllegalArgumentException("no address of events: behind the node and a question mark stand type,"
                    + " severity, source and fields, as in events:i=2253?severity=500&fields=Time,Message");
        }
        int query = text.indexOf('?');
        String node = text.substring(SCHEME.length(), query < 0 ? text.length() : query);
        Map<String, String> asked = new HashMap<>();
        for (String part : query < 0 ? new String[0] : text.substring(query + 1).split("&", -1)) {
            int equals = part.indexOf('=');
            if (asked.putIfAbsent(part.substring(0, equals), part.substring(equals + 1)) != null) {
                throw new IllegalArgumentException(
                        "no address of events: duplicate entry " + part.substring(0, equals));
            }
        }
        String severity = asked.getOrDefault("severity", "0");
        if (!severity.matches("\\d{1,4}") || Integer.parseInt(severity) > MAX_SEVERITY) {
            throw new IllegalArgumentException(
                    "no address of events: severity " + severity + " is not from 1 to " + MAX_SEVERITY);
        }
        String type = asked.get("type");
        List<List<References.Name>> fields = new ArrayList<>();
        for (String field : asked.getOrDefault("fields", STANDARD_FIELDS).split(",", -1)) {
            fields.add(PathAddress.parse("/" + field).names());
        }
        return new EventAddress(
                NodeAddress.parse(node.isEmpty() ? SERVER : node),
                type == null ? null : NodeAddress.parse(type),
                Integer.parseInt(severity),
                asked.getOrDefault("source", ""),
                fields);
    }

    /** What is to be asked for; null when the server does not have a namespace of it. */
    @Nullable
    EventSelection in(Namespaces namespaces) {
        NodeRef source = notifier.in(namespaces);
        NodeRef wanted = type == null ? null : type.in(namespaces);
        return source == null || (type != null && wanted == null)
                ? null
                : new EventSelection(source, wanted, leastSeverity, this.source, fields);
    }
}
