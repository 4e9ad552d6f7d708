package io.taktstrom.opcua;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.opcua.stack.PushService;
import io.taktstrom.spi.ConnectorException;

/** What groups and subscriptions need of the connection that they belong to. */
interface Home {

    /** Where the server is, for messages. */
    String where();

    EpochNanoClock clock();

    /** Tells whoever observes the connection. */
    void tell(String message);

    void read(PointGroup group, SampleBatch into) throws ConnectorException;

    /** What the server can push. */
    PushService push();

    /** Whether the server is the one that the lost connection was to, without a restart since. */
    boolean stillRuns();

    /** Whether what is not taken is kept for the connection that takes this one's place. */
    boolean bridges();

    /** Has {@link UaSubscription#deliverNext} called by the thread that delivers. */
    void schedule(UaSubscription subscription);

    /** Gives the connection up. */
    void fail(ConnectorException reason);

    /** A group is closed, once; takes back the memory that it held of the connection's grant. */
    void closed(UaGroup group, long held);

    void ended(UaSubscription subscription);
}
