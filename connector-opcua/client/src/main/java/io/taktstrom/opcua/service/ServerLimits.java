package io.taktstrom.opcua.service;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.spi.ConnectorException;

/**
 * How much a server takes in one request (OPC 10000-5, 6.3.11); 0 for no limit stated.
 *
 * @param runningSince when the server began to run; empty when it does not say
 * @param profile what is known of such servers
 */
public record ServerLimits(
        int reads,
        int writes,
        int browses,
        int translations,
        int monitoredItems,
        String runningSince,
        ServerProfile profile) {

    private static final List<NodeRef> NODES = List.of(
            NodeIds.MAX_NODES_PER_WRITE,
            NodeIds.MAX_NODES_PER_BROWSE,
            NodeIds.MAX_NODES_PER_TRANSLATE,
            NodeIds.MAX_MONITORED_ITEMS_PER_CALL,
            NodeIds.START_TIME,
            NodeIds.MANUFACTURER_NAME,
            NodeIds.PRODUCT_NAME);

    /**
     * Asks alone for how much may be read at once, then for the rest within that, or one after the other of a server that
     * does not say it: no request breaks a limit that is about to be known.
     *
     * @param profile its name; {@code auto} to go by what the server says of itself
     */
    static ServerLimits ask(Attributes attributes, String profile) throws ConnectorException {
        int reads = limit(attributes.plain(List.of(NodeIds.MAX_NODES_PER_READ)).get(0));
        List<String> said = new ArrayList<>();
        if (reads > 0) {
            attributes.reads.limit(reads);
            said.addAll(attributes.plain(NODES));
        } else {
            for (NodeRef node : NODES) {
                said.addAll(attributes.plain(List.of(node)));
            }
        }
        List<Integer> limits = said.stream().map(ServerLimits::limit).toList();
        ServerProfile known =
                profile.equals("auto") ? ServerProfile.of(said.get(5), said.get(6)) : ServerProfile.named(profile);
        int most = known.perRequest();
        return new ServerLimits(
                least(reads, most),
                least(limits.get(0), most),
                limits.get(1),
                least(limits.get(2), most),
                least(limits.get(3), most),
                said.get(4),
                known);
    }

    /** Of two limits, 0 for none. */
    private static int least(int first, int second) {
        return first == 0 || second == 0 ? Math.max(first, second) : Math.min(first, second);
    }

    private static int limit(String text) {
        return text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
    }
}
