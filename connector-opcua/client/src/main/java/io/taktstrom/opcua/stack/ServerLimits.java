package io.taktstrom.opcua.stack;

import java.util.List;

import io.taktstrom.spi.ConnectorException;

/**
 * How much a server takes in one request (OPC 10000-5, 6.3.11); 0 for no limit stated.
 *
 * @param runningSince when the server began to run; empty when it does not say
 */
record ServerLimits(int reads, int writes, int browses, int translations, int monitoredItems, String runningSince) {

    private static final List<NodeRef> NODES = List.of(
            NodeIds.MAX_NODES_PER_READ,
            NodeIds.MAX_NODES_PER_WRITE,
            NodeIds.MAX_NODES_PER_BROWSE,
            NodeIds.MAX_NODES_PER_TRANSLATE,
            NodeIds.MAX_MONITORED_ITEMS_PER_CALL,
            NodeIds.START_TIME);

    static ServerLimits ask(UaLink link) throws ConnectorException {
        List<String> said = link.attributes().plain(NODES);
        List<Integer> limits = said.stream().map(ServerLimits::limit).toList();
        return new ServerLimits(limits.get(0), limits.get(1), limits.get(2), limits.get(3), limits.get(4), said.get(5));
    }

    private static int limit(String text) {
        return text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
    }
}
