/**
 * TLS for links that have a protocol of their own.
 *
 * <pre>
 *   protocol --> TlsChannel --> socket         buffers, the handshake, what is wrong with a peer that speaks no TLS
 *                    |
 *                TlsEngine                     records in and out, without a socket
 *                    '-- CertificateTls        by the JDK: both sides show certificates, which trust/ judges
 * </pre>
 */
@NullMarked
package io.taktstrom.kit.tls;

import org.jspecify.annotations.NullMarked;
