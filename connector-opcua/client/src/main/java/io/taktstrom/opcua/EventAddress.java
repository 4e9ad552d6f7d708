package io.taktstrom.opcua;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.opcua.stack.EventSelection;
import io.taktstrom.opcua.stack.NodeRef;
import io.taktstrom.opcua.stack.References;
import org.jspecify.annotations.Nullable;

/**
 * The address of events:
 *
 * <pre>
 *   events:i=2253?type=i=2915&amp;severity=500&amp;source=Press&amp;fields=Time,Message,ActiveState/Id
 *          notifier    what is wanted of its events, each part optional          what of each event
 * </pre>
 */
final class EventAddress {

    static final String SCHEME = "events:";

    static final String PATTERN =
            "events:[^?]*(\\?(type|severity|source|fields)=[^&]+(&(type|severity|source|fields)=[^&]+)*)?";

    /** The Server object: it has the events of all notifiers (OPC 10000-3, 4.7). */
    private static final String SERVER = "i=2253";

    private static final String STANDARD_FIELDS = "EventType,SourceName,Time,Severity,Message";

    private static final int MOST_SEVERE = 1000;

    private EventAddress() {}

    static boolean isOne(String address) {
        return address.startsWith(SCHEME);
    }

    /** Null for an address that is none, or with a namespace that the server does not have. */
    static @Nullable EventSelection parse(String address, Namespaces namespaces) {
        if (!address.matches(PATTERN)) {
            return null;
        }
        int query = address.indexOf('?');
        String node = address.substring(SCHEME.length(), query < 0 ? address.length() : query);
        NodeRef notifier = namespaces.node(node.isEmpty() ? SERVER : node);
        String asked = query < 0 ? "" : address.substring(query + 1);
        String type = part(asked, "type", "");
        NodeRef typeNode = type.isEmpty() ? null : namespaces.node(type);
        String severity = part(asked, "severity", "0");
        List<List<References.Name>> fields = fields(part(asked, "fields", STANDARD_FIELDS));
        boolean wrong = notifier == null || (typeNode == null && !type.isEmpty()) || !severity.matches("\\d{1,4}");
        if (wrong || notifier == null || fields == null || Integer.parseInt(severity) > MOST_SEVERE) {
            return null;
        }
        return new EventSelection(notifier, typeNode, Integer.parseInt(severity), part(asked, "source", ""), fields);
    }

    private static String part(String query, String name, String standard) {
        for (String part : query.split("&", -1)) {
            if (part.startsWith(name + "=")) {
                return part.substring(name.length() + 1);
            }
        }
        return standard;
    }

    private static @Nullable List<List<References.Name>> fields(String text) {
        List<List<References.Name>> fields = new ArrayList<>();
        for (String field : text.split(",", -1)) {
            List<References.Name> path = BrowsePath.parse("/" + field);
            if (path == null) {
                return null;
            }
            fields.add(path);
        }
        return fields;
    }
}
