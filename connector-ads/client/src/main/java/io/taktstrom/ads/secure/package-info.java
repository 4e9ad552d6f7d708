/**
 * Secure ADS: the same ADS frames inside TLS 1.2, on TCP 8016 (InfoSys "Secure ADS"). The client's side is {@link
 * io.taktstrom.ads.secure.SecureConnect}; the rest is for servers as well.
 *
 * <pre>
 *   SecureConnect      handshake, TlsConnectInfo, what to do when either fails
 *        |
 *   SecureAdsChannel   frames lose their AMS/TCP header inside TLS; here it is taken off and put on
 *        v
 *   TlsChannel (kit)   over CertificateTls (JDK), or PskTls (Bouncy Castle, of which only this class knows)
 * </pre>
 */
@NullMarked
package io.taktstrom.ads.secure;

import org.jspecify.annotations.NullMarked;
