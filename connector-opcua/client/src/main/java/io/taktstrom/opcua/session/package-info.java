/**
 * From a server's address to an active session over a secure channel, and its end.
 *
 * <pre>
 *   Handshake    channel, GetEndpoints, EndpointChoice, secure channel
 *      Login     CreateSession and ActivateSession, or only the latter for a session of a lost link (SessionTicket)
 *        v
 *   UaLink       calls of services, until it ends: once, with its cause
 * </pre>
 */
@NullMarked
package io.taktstrom.opcua.session;

import org.jspecify.annotations.NullMarked;
