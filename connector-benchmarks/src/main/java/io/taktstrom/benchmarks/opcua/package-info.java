/**
 * OPC UA, beside other clients and the raw socket, against a server that is not ours: Eclipse Milo's.
 *
 * <pre>
 *                   subscriptions: each item counts the server's ticks      requests: each item holds its own number
 *
 *   MiloServer ---+--- SubscriptionContender (ours, Milo's client)  --+--- RequestContender (raw socket, ours, Milo's)
 *                 +--- asyncua_subscriber.py                          +--- asyncua_worker.py
 * </pre>
 */
@NullMarked
package io.taktstrom.benchmarks.opcua;

import org.jspecify.annotations.NullMarked;
