/**
 * Eclipse Milo, and nothing but: secure channel, session and services. The only package that sees Milo.
 *
 * <pre>
 *   UaLink ------- call, publish --------> OneLifeTransport --> Milo: chunks, security, encoding --> Netty
 *     | opened by                            dies once, never reconnects
 *   Handshake: endpoints, channel, CreateSession, ActivateSession
 * </pre>
 *
 * <p>Values pass as the bytes of OPC UA's binary encoding, so nobody else needs Milo's classes.
 */
@NullMarked
package io.taktstrom.opcua.stack;

import org.jspecify.annotations.NullMarked;
