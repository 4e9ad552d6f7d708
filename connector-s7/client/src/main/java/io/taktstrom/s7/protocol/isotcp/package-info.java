/**
 * ISO transport on TCP as bytes (RFC 1006): where one frame of the TCP stream ends and the next begins.
 *
 * <pre>
 *  TCP  ... | TPKT | COTP | S7 | TPKT | COTP | TPKT | COTP | S7 ...
 *             4 bytes, says how long all of it is
 * </pre>
 *
 * <p>Static methods on absolute positions of a big-endian {@link java.nio.ByteBuffer}. No sockets, no threads, no state.
 */
@NullMarked
package io.taktstrom.s7.protocol.isotcp;

import org.jspecify.annotations.NullMarked;
