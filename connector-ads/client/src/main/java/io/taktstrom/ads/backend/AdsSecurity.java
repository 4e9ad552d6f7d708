package io.taktstrom.ads.backend;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * How a connection is secured: Secure ADS, or not at all.
 *
 * @param pki folder of our own certificate and of those of peers
 * @param certificate file with our certificate, and its authorities; null for that in the folder
 * @param key file with its key; null for that in the folder
 * @param checkHost whether the peer's certificate must name the host
 * @param identity of a pre-shared key
 * @param password from which TwinCAT, and we, compute that key
 */
public record AdsSecurity(
        Mode mode,
        Path pki,
        @Nullable Path certificate,
        @Nullable Path key,
        boolean checkHost,
        String identity,
        String password) {

    /** Who says whom to trust (InfoSys "Secure ADS"). */
    public enum Mode {
        /** None: plain ADS. */
        NONE,
        /** An operator, by the fingerprints of certificates (SSC). */
        SELF_SIGNED,
        /** A certificate authority of the customer (SCA). */
        CA,
        /** Who knows a secret (PSK). */
        PSK
    }

    /** No security. */
    public static final AdsSecurity NONE = new AdsSecurity(Mode.NONE, Path.of(""), null, null, false, "", "");

    /** Whether it is not plain ADS. */
    public boolean isOn() {
        return mode != Mode.NONE;
    }

    /** Shows no password. */
    @Override
    public String toString() {
        return mode.toString();
    }
}
