package io.taktstrom.opcua;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.opcua.stack.NodeRef;
import org.jspecify.annotations.Nullable;

/** Addresses with a namespace's URI, which stays, and node ids with its index, which may differ after a restart. */
final class Namespaces {

    private static final Pattern ADDRESS =
            Pattern.compile("(?:nsu=(?<uri>[^;]+);|ns=(?<index>\\d{1,5});)?(?<id>[isgb]=.*)", Pattern.DOTALL);

    private final List<String> uris;

    Namespaces(List<String> uris) {
        this.uris = List.copyOf(uris);
    }

    /** Whether it is an address, known or not. */
    boolean isForm(String address) {
        return ADDRESS.matcher(address).matches();
    }

    /** The node of an address; null when it is none, or its namespace is unknown. */
    @Nullable
    NodeRef node(String address) {
        Matcher parts = ADDRESS.matcher(address);
        if (!parts.matches()) {
            return null;
        }
        String uri = parts.group("uri");
        String index = parts.group("index");
        if (uri != null) {
            int found = uris.indexOf(uri);
            return found < 0 ? null : NodeRef.parse("ns=" + found + ";" + parts.group("id"));
        }
        return NodeRef.parse((index == null ? "" : "ns=" + index + ";") + parts.group("id"));
    }

    /** The address of a node, which stays the same whatever index its namespace gets. */
    String address(NodeRef node) {
        int index = node.namespaceIndex();
        String text = node.toString();
        return index == 0 || index >= uris.size()
                ? text
                : text.replaceFirst("^ns=\\d+;", Matcher.quoteReplacement("nsu=" + uris.get(index) + ";"));
    }
}
