/**
 * The services of a server, cut to what it takes.
 *
 * <pre>
 *   Services: Attributes, References, DataTypes, Methods, History, MonitoredItems (PushService)
 *      |        by hand: Read, Write, Publish (Publishing, MessageFlow), Republish          by Milo: all others
 *      v
 *   UaLink (session)
 * </pre>
 */
@NullMarked
package io.taktstrom.opcua.service;

import org.jspecify.annotations.NullMarked;
