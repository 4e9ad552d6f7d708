package io.taktstrom.opcua.stack;

import java.security.NoSuchAlgorithmException;
import java.security.Security;
import java.security.Signature;

import org.bouncycastle.jce.provider.BouncyCastleProvider;

/** What the security policies compute with. */
final class Algorithms {

    /** As Milo asks for it; the JDK knows it by another name only. */
    private static final String RSA_PSS = "SHA256withRSA/PSS";

    private Algorithms() {}

    /** Adds Bouncy Castle behind the JDK's own providers, unless somebody offers all that is needed. */
    static void provide() {
        try {
            Signature.getInstance(RSA_PSS);
        } catch (NoSuchAlgorithmException e) {
            Security.addProvider(new BouncyCastleProvider());
        }
    }
}
