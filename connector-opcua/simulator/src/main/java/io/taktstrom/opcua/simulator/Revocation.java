package io.taktstrom.opcua.simulator;

import java.util.concurrent.locks.LockSupport;

import org.eclipse.milo.opcua.sdk.server.OpcUaServer;
import org.eclipse.milo.opcua.sdk.server.subscriptions.PublishQueue.PendingPublish;
import org.eclipse.milo.opcua.sdk.server.subscriptions.Subscription;
import org.eclipse.milo.opcua.sdk.server.subscriptions.SubscriptionManager;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;
import org.eclipse.milo.opcua.stack.core.types.builtin.ExtensionObject;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.StatusCode;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UInteger;
import org.eclipse.milo.opcua.stack.core.types.structured.DeleteSubscriptionsRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.NotificationMessage;
import org.eclipse.milo.opcua.stack.core.types.structured.PublishResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.RequestHeader;
import org.eclipse.milo.opcua.stack.core.types.structured.ResponseHeader;
import org.eclipse.milo.opcua.stack.core.types.structured.StatusChangeNotification;
import org.jspecify.annotations.Nullable;

/** Takes subscriptions away, as a server does whose client has been silent too long (OPC UA Part 4, 5.14.1.4). */
final class Revocation {

    /** How long a client may take to send the request that the notification answers. */
    private static final long PATIENCE_NANOS = 1_000_000_000;

    private Revocation() {}

    /** Ends all subscriptions, each with a StatusChangeNotification; returns their number. */
    static int revoke(OpcUaServer server, long status) {
        int revoked = 0;
        for (Subscription subscription : server.getSubscriptions().values()) {
            SubscriptionManager manager = subscription.getSubscriptionManager();
            PendingPublish pending = await(manager);
            if (pending != null) {
                pending.responseFuture.complete(notice(server, subscription, pending, status));
            }
            var unused = manager.deleteSubscriptions(new DeleteSubscriptionsRequest(
                    new RequestHeader(
                            NodeId.NULL_VALUE,
                            DateTime.now(),
                            UInteger.valueOf(0),
                            UInteger.valueOf(0),
                            null,
                            UInteger.valueOf(0),
                            null),
                    new UInteger[] {subscription.getId()}));
            revoked++;
        }
        return revoked;
    }

    private static @Nullable PendingPublish await(SubscriptionManager manager) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        PendingPublish pending = manager.getPublishQueue().poll();
        while (pending == null && System.nanoTime() < end) {
            LockSupport.parkNanos(1_000_000);
            pending = manager.getPublishQueue().poll();
        }
        return pending;
    }

    private static PublishResponse notice(
            OpcUaServer server, Subscription subscription, PendingPublish pending, long status) {
        StatusChangeNotification change = new StatusChangeNotification(new StatusCode(status), null);
        NotificationMessage message =
                new NotificationMessage(subscription.getNextSequenceNumber(), DateTime.now(), new ExtensionObject[] {
                    ExtensionObject.encode(server.getStaticEncodingContext(), change)
                });
        ResponseHeader header = new ResponseHeader(
                DateTime.now(),
                pending.request.getRequestHeader().getRequestHandle(),
                new StatusCode(StatusCodes.Good),
                null,
                null,
                null);
        return new PublishResponse(
                header, subscription.getId(), new UInteger[0], false, message, pending.acknowledgeResults, null);
    }
}
