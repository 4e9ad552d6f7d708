/**
 * The S7 protocol (S7comm) as bytes: what one PDU says. Siemens publishes no description; the layouts follow captures of
 * real CPUs, which the tests quote, and their dissection by Wireshark.
 *
 * <pre>
 *  S7 header                                       parameters                 data
 *  +------+--------+---+-----+------+------+-----+-+--------------------------+------------------------------+
 *  | 0x32 | ROSCTR | 0 | ref | plen | dlen | err | | function ...             | items ...                    |
 *  +------+--------+---+-----+------+------+-----+-+--------------------------+------------------------------+
 *   S7Header checks it once                         SetupCommunication
 *                                                   ReadVar, VarItem           DataItem
 *                                                   WriteVar                   DataItem, or return codes
 *                                                   UserData: Szl, BlockList, SessionPassword
 * </pre>
 *
 * <p>Readers and writers are static and work at absolute positions of a big-endian {@link java.nio.ByteBuffer};
 * {@code pdu} is where the 0x32 stands. They allocate nothing, but for names and error texts. Whatever comes from a peer
 * is checked first, by the method named {@code check}; the accessors behind it trust that check.
 */
@NullMarked
package io.taktstrom.s7.protocol.s7;

import org.jspecify.annotations.NullMarked;
