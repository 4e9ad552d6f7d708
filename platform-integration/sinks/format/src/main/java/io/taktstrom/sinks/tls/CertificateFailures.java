package io.taktstrom.sinks.tls;

import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;

/** What is wrong with a certificate, in words: the message of Java's TLS says of its time only that a check failed. */
public final class CertificateFailures {

    /** No chain of causes is longer. */
    private static final int MOST_CAUSES = 20;

    private CertificateFailures() {}

    /** Why a handshake failed: that a certificate is out of its time, and which time that is; else the failure's own message. */
    public static String inWords(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; cause != null && i < MOST_CAUSES; i++) {
            if (cause instanceof CertificateExpiredException) {
                return "the certificate has expired (" + cause.getMessage()
                        + "); renew it, or correct this machine's clock";
            }
            if (cause instanceof CertificateNotYetValidException) {
                return "the certificate is not yet valid (" + cause.getMessage() + "); correct this machine's clock";
            }
            cause = cause.getCause();
        }
        return String.valueOf(failure.getMessage());
    }
}
