/**
 * ADS as bytes: layouts, codes, readers and writers. No sockets, no threads, no state.
 *
 * <pre>
 *  AMS/TCP header   AMS header                                  ADS data
 *  +-----+--------+--------+--------+-----+-------+------+-----+--------+------------------------+
 *  |  0  | length | target | source | cmd | flags | size | err | invoke | one of nine commands   |
 *  +-----+--------+--------+--------+-----+-------+------+-----+--------+------------------------+
 *   AmsFrame checks it once; AmsHeader reads and writes it        |
 *                                                                 +-- CommandData: read, write ...
 *                                                                 +-- SumCommand: 0xF080, 0xF081, 0xF085, 0xF086
 *                                                                 +-- NotificationFrame
 *                                                                 +-- SymbolTable, DataTypeTable
 *                                                                 +-- RouteEntry
 *  RouterCommand: what stands in place of the first 0 between a client and the router of its own machine
 *  UdpMessage, UdpTag, Identity: datagrams of the system service, to find devices and to add routes
 * </pre>
 *
 * <p>What a client writes and reads; the simulator has its own code, as a shared one would hide shared errors. Readers and writers are static and work at absolute positions of a {@link java.nio.ByteBuffer}, heap or direct,
 * whose order the caller has set to little-endian. They allocate nothing, except for tables, routes and datagrams, which become records.
 * Whatever comes from a peer is checked first, in one pass, by the method named {@code check}; the accessors behind it
 * trust that check. Unsigned 32-bit fields are carried in {@code int}.
 */
@NullMarked
package io.taktstrom.ads.protocol;

import org.jspecify.annotations.NullMarked;
