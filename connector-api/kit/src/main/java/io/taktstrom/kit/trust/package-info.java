/**
 * Our own certificate, and which peers an operator trusts, in a folder that only its owner may see.
 *
 * <pre>
 *   pki/own/          our certificate and key, made once
 *   pki/quarantine/   what unknown servers showed; waits for 'takt trust accept' or 'reject'
 *   pki/trusted/      accepted certificates, of servers or of authorities
 *   pki/rejected/     refused for good
 *   pki/crl/          revocation lists of authorities
 * </pre>
 */
@NullMarked
package io.taktstrom.kit.trust;

import org.jspecify.annotations.NullMarked;
