/**
 * Eclipse Milo, and nothing but: secure channel, session and services. The only package that sees Milo.
 *
 * <pre>
 *   Services: Attributes, References, DataTypes, Methods, History, MonitoredItems (PushService)
 *      `------ call, send --> UaLink ------> OneLifeTransport --> Milo: chunks, security, encoding --> Netty
 *                               | opened by    dies once, never reconnects
 *   Handshake: endpoints, channel, Login: CreateSession, ActivateSession
 * </pre>
 *
 * <p>Values pass as the bytes of OPC UA's binary encoding, so nobody else needs Milo's classes.
 */
@NullMarked
package io.taktstrom.opcua.stack;

import org.jspecify.annotations.NullMarked;
