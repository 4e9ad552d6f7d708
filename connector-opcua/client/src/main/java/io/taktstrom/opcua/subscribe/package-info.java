/**
 * From what a server pushes to batches for a sink, without losing anything in silence, also from one connection to the next.
 *
 * <pre>
 *   stack --> UaSubscription --> Backlog --PushAgent' thread--> NotificationDelivery --> sink
 *                                  |  what the sink has not taken
 *   Subscriptions of a connection -+--> DetachedSubscription --> SessionTransfer --> Subscriptions of the next connection
 * </pre>
 */
@NullMarked
package io.taktstrom.opcua.subscribe;

import org.jspecify.annotations.NullMarked;
