/**
 * Secure ADS: the same ADS frames inside TLS 1.2, on TCP 8016 (InfoSys "Secure ADS"). For clients, where the package engine connects, and for
 * servers.
 *
 * <pre>
 *   SecureAdsChannel   frames lose their AMS/TCP header inside TLS; here it is taken off and put on
 *        v
 *   TlsChannel (kit)   over CertificateTls (JDK), or PskTls (Bouncy Castle, of which only this class knows)
 * </pre>
 */
@NullMarked
package io.taktstrom.ads.secure;

import org.jspecify.annotations.NullMarked;
