/**
 * The OPC UA connector.
 *
 * <pre>
 *   OpcUaProvider --> UaSession, UaGroup
 *          |             |        |         |
 *          |         subscribe   plan     method       what is pushed; reads, writes, history; calls
 *          |             `--------+---------'
 *        trust                 address                 texts to nodes, their types and layouts, and back
 *          `-------------------- stack                 Milo: channel, session, services
 *                                value                 types, and values between bytes and memory images
 *                               protocol               bytes
 *   nodeset                                            variables out of files, without a server
 * </pre>
 */
@NullMarked
package io.taktstrom.opcua;

import org.jspecify.annotations.NullMarked;
