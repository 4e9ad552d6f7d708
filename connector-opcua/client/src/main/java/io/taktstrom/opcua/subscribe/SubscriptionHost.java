package io.taktstrom.opcua.subscribe;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.opcua.service.PushService;
import io.taktstrom.spi.ConnectorException;

/** What a subscription needs of the connection that it belongs to. */
interface SubscriptionHost {

    /** Where the server is, for messages. */
    String where();

    void read(PointGroup group, SampleBatch into) throws ConnectorException;

    /** What the server can push. */
    PushService push();

    /** Whether the server is the one that the lost connection was to, without a restart since. */
    boolean stillRuns();

    /** Whether what is not taken is kept for the connection that takes this one's place. */
    boolean bridges();

    /** Has something delivered by the thread that calls sinks. */
    void schedule(Runnable delivery);

    /** Gives the connection up. */
    void fail(ConnectorException reason);
}
