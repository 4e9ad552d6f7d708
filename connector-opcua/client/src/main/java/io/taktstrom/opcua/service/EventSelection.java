package io.taktstrom.opcua.service;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Which events of a notifier are wanted, and what of them.
 *
 * @param notifier the node that they come from; the Server object has all
 * @param type of which they are, or of one derived from it; null for any
 * @param leastSeverity 1 to 1000; 0 for any
 * @param source the SourceName; empty for any
 * @param fields paths of browse names from the type, at least one
 */
public record EventSelection(
        NodeRef notifier,
        @Nullable NodeRef type,
        int leastSeverity,
        String source,
        List<List<References.Name>> fields) {

    public EventSelection {
        fields = List.copyOf(fields);
    }

    /** The names of the fields, without namespaces: {@code ActiveState/Id}. */
    public List<String> names() {
        return fields.stream()
                .map(path -> String.join(
                        "/", path.stream().map(References.Name::name).toList()))
                .toList();
    }
}
