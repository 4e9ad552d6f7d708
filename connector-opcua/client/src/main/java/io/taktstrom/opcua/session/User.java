package io.taktstrom.opcua.session;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;

/** Who a session is for. */
public sealed interface User {

    /** Without a name. */
    record Anonymous() implements User {}

    /** A name and a password. */
    record Password(String name, String password) implements User {
        /** Shows no password. */
        @Override
        public String toString() {
            return "user " + name;
        }
    }

    /** A certificate and its key. */
    record Certificate(X509Certificate certificate, PrivateKey key) implements User {
        @Override
        public String toString() {
            return "certificate of " + certificate.getSubjectX500Principal();
        }
    }
}
