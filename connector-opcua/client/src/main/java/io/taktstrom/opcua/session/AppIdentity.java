package io.taktstrom.opcua.session;

import java.security.KeyPair;
import java.security.cert.X509Certificate;

import io.taktstrom.opcua.trust.ServerCheck;

/**
 * Our own application to a server, and what we think of its certificate.
 *
 * @param applicationUri as in the certificate
 * @param check whether a server is the one that an operator trusts
 */
public record AppIdentity(String applicationUri, X509Certificate certificate, KeyPair keys, ServerCheck check) {

    /** Shows no key. */
    @Override
    public String toString() {
        return applicationUri;
    }
}
