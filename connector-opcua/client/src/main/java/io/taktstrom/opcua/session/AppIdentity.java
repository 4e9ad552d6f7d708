package io.taktstrom.opcua.session;

import java.security.KeyPair;
import java.security.cert.X509Certificate;

/**
 * Our own application to a server, and what we think of its certificate.
 *
 * @param applicationUri as in the certificate
 */
public record AppIdentity(String applicationUri, X509Certificate certificate, KeyPair keys, ServerJudge judge) {

    /** Decides whether a server is the one that an operator trusts. */
    @FunctionalInterface
    public interface ServerJudge {

        /**
         * Returns when the certificate is trusted.
         *
         * @param certificate the server's own
         * @param host where we connect to
         * @param applicationUri what the server calls itself
         * @throws UntrustedException with the reason and the remedy
         */
        void judge(X509Certificate certificate, String host, String applicationUri) throws UntrustedException;
    }

    /** A server's certificate is not trusted. */
    public static final class UntrustedException extends Exception {
        public UntrustedException(String message) {
            super(message);
        }
    }

    /** Shows no key. */
    @Override
    public String toString() {
        return applicationUri;
    }
}
