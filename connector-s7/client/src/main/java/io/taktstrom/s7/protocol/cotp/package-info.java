/**
 * ISO transport on TCP as bytes: TPKT frames (RFC 1006) that carry the connection-oriented transport protocol, class 0
 * (ISO 8073, ITU-T X.224).
 *
 * <pre>
 *  TCP  ... | TPKT | COTP | S7 | TPKT | COTP | TPKT | COTP | S7 ...
 *             4 bytes, with the length of the frame
 *
 *   we                       CPU
 *   CR (TSAPs, size)  --->
 *                     &lt;---   CC (size)        or  DR (reason)
 *   DT, DT ... end    &lt;--&gt;   DT, DT ... end   each message in one or several pieces
 * </pre>
 *
 * <p>Static methods on absolute positions of a big-endian {@link java.nio.ByteBuffer}; {@code frame} is where the TPKT
 * header starts. No sockets, no threads, no state.
 */
@NullMarked
package io.taktstrom.s7.protocol.cotp;

import org.jspecify.annotations.NullMarked;
