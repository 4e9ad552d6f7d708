package io.taktstrom.deployment.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import io.taktstrom.deployment.grammar.FileKeys;
import io.taktstrom.text.Node;
import org.jspecify.annotations.Nullable;

/** The entries of a deployment's sections, wherever they come from; each keeps its place. One thread. */
final class Sections {

    private final LoadContext context;
    private final Map<String, Map<String, Node>> named = new LinkedHashMap<>();
    private final Map<String, List<Node>> listed = new LinkedHashMap<>();
    /** Where a section stands first. */
    private final Map<String, Node> places = new LinkedHashMap<>();

    Sections(LoadContext context) {
        this.context = context;
    }

    /** What stands in a file, or in a copy of a template. */
    void addAll(Node.Mapping root) {
        for (String section : FileKeys.SECTIONS) {
            Node node = root.get(section);
            if (section.equals(FileKeys.POINTS) || section.equals(FileKeys.STREAMS)) {
                add(section, node, context.items(node));
            } else {
                add(section, node, context.entries(node));
            }
        }
    }

    void add(Sections others) {
        others.named.forEach((section, entries) -> add(section, others.places.get(section), entries));
        others.listed.forEach((section, items) -> add(section, others.places.get(section), items));
    }

    private void add(String section, @Nullable Node place, Map<String, Node> entries) {
        put(section, place);
        Map<String, Node> all = named.computeIfAbsent(section, key -> new LinkedHashMap<>());
        entries.forEach((name, node) -> {
            Node first = all.putIfAbsent(name, node);
            if (first != null) {
                context.problems()
                        .atKey(
                                node,
                                "'" + name + "' is defined twice, the other time at " + first.place(),
                                () -> "rename or remove one");
            }
        });
    }

    private void add(String section, @Nullable Node place, List<Node> items) {
        put(section, place);
        listed.computeIfAbsent(section, key -> new ArrayList<>()).addAll(items);
    }

    private void put(String section, @Nullable Node place) {
        if (!LoadContext.isEmpty(place)) {
            places.putIfAbsent(section, place);
        }
    }

    /** Makes something else of each entry of a section. */
    void replaceAll(String section, UnaryOperator<Node> by) {
        named.getOrDefault(section, new LinkedHashMap<>()).replaceAll((name, node) -> by.apply(node));
        listed.getOrDefault(section, new ArrayList<>()).replaceAll(by);
    }

    /** All of it as the root of one file. */
    Node.Mapping in(Node.Mapping root) {
        Map<String, Node> whole = new LinkedHashMap<>();
        places.forEach((section, place) -> {
            if (place instanceof Node.Mapping mapping) {
                whole.put(section, mapping.with(named.getOrDefault(section, Map.of())));
            } else if (place instanceof Node.Sequence sequence) {
                whole.put(section, sequence.with(listed.getOrDefault(section, List.of())));
            }
        });
        return root.with(whole);
    }
}
