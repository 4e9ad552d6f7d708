package io.taktstrom.opcua.stack;

import java.util.List;

import io.taktstrom.spi.ConnectorException;

/** Subscriptions at a server. Each call blocks for a few round trips. Thread-safe. */
public interface PushService {

    /** Creates a subscription without items, whose messages go to the listener. */
    MonitoredItems.Terms subscribe(double publishingMillis, MonitoredItems.Listener listener) throws ConnectorException;

    /**
     * Goes on with a subscription of a lost link.
     *
     * @param next the number of the first message that has not come
     * @return false when the server no longer has it, or does not let it go
     */
    boolean takeOver(MonitoredItems.Terms terms, long next, MonitoredItems.Listener listener) throws ConnectorException;

    /** Adds items; each one's handle is its place in the list of all, as {@code handles} says. */
    List<MonitoredItems.Item> create(
            long subscription, List<NodeRef> nodes, int[] handles, MonitoredItems.Sampling sampling)
            throws ConnectorException;

    /** Adds items for events, which the server sends when they happen. */
    List<MonitoredItems.Item> createEvents(
            long subscription, List<EventSelection> selections, int[] handles, MonitoredItems.Sampling sampling)
            throws ConnectorException;

    /** Ends a subscription: the listener hears nothing more. */
    void delete(long subscription) throws ConnectorException;
}
