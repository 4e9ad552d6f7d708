package io.taktstrom.opcua.service;

import java.util.List;

import io.taktstrom.opcua.protocol.ItemNotification;
import io.taktstrom.spi.ConnectorException;

/** Subscriptions at a server. Each call blocks for a few round trips. Thread-safe. */
public interface PushService {

    /** What is taken for the sampling interval of items without a cycle. */
    double FASTEST_MILLIS = 10;

    /** Hears of one subscription, on a thread of the stack, which must not be held up. */
    interface Listener {

        /** Values, or events. */
        void notified(ItemNotification notification);

        /** A message came a second time and was dropped. */
        void duplicate();

        /** A message is lost: the server no longer has it. */
        void lost();

        /** The messages that a lost link had not got have come again; what follows has waited in the queues of the items. */
        void republished();

        /** What the server had kept of a subscription that was taken over has come. */
        void caughtUp();

        /** The server has ended the subscription. */
        void ended(int status);
    }

    /**
     * How values are sampled.
     *
     * @param samplingMillis 0 for as often as the server can
     * @param queueSize values that the server keeps for an item
     * @param deadband 0 for none
     * @param trigger index into status, status and value, status and value and time
     */
    record Sampling(
            double samplingMillis,
            int queueSize,
            boolean discardOldest,
            double deadband,
            boolean percent,
            int trigger) {

        /** For how long changes in each sample fit into the queue. */
        public double queuedMillis() {
            return queueSize * (samplingMillis == 0 ? FASTEST_MILLIS : samplingMillis);
        }
    }

    /**
     * A subscription that the server keeps.
     *
     * @param silenceMillis after this long without a word the server is taken for gone
     */
    record Terms(long id, double publishingMillis, double silenceMillis) {}

    /** What the server says of an item. */
    record Item(int status, double samplingMillis) {}

    /** Creates a subscription without items, whose messages go to the listener. */
    Terms subscribe(double publishingMillis, Listener listener) throws ConnectorException;

    /**
     * Goes on with a subscription of a lost link.
     *
     * @param next the number of the first message that has not come
     * @return false when the server no longer has it, or does not let it go
     */
    boolean takeOver(Terms terms, long next, Listener listener) throws ConnectorException;

    /** When the server was last heard of, by {@link System#nanoTime}. */
    long heardAt();

    /** Adds items; each one's handle is its place in the list of all, as {@code handles} says. */
    List<Item> create(long subscription, List<NodeRef> nodes, int[] handles, Sampling sampling)
            throws ConnectorException;

    /** Adds items for events, which the server sends when they happen. */
    List<Item> createEvents(long subscription, List<EventSelection> selections, int[] handles, Sampling sampling)
            throws ConnectorException;

    /** Ends a subscription: the listener hears nothing more. */
    void delete(long subscription) throws ConnectorException;
}
