package io.taktstrom.opcua.address;

import java.util.List;
import java.util.regex.Matcher;

import io.taktstrom.opcua.service.NodeRef;

/** The namespaces of a server: an address has their URI, which stays, a node id the index, which may differ after a restart. */
public record Namespaces(List<String> uris) {

    public Namespaces {
        uris = List.copyOf(uris);
    }

    /** Negative when the server does not have it. */
    int index(String uri) {
        return uris.indexOf(uri);
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
