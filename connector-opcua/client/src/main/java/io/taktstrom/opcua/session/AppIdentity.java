package io.taktstrom.opcua.session;

import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.cert.X509Certificate;

import io.taktstrom.kit.trust.Certificates;
import io.taktstrom.kit.trust.OwnCertificate;
import io.taktstrom.kit.trust.ServerCheck;

/**
 * Our own application to a server, and what we think of its certificate.
 *
 * @param applicationUri as in the certificate
 * @param check whether a server is the one that an operator trusts
 */
public record AppIdentity(String applicationUri, X509Certificate certificate, KeyPair keys, ServerCheck check) {

    /** With the certificate in a folder, which is made if there is none. */
    public static AppIdentity load(Path folder, ServerCheck check) throws IOException {
        OwnCertificate own = OwnCertificate.load(folder);
        String uri = Certificates.applicationUris(own.certificate()).stream()
                .findFirst()
                .orElseThrow(() -> new IOException("the certificate in " + folder.resolve("own")
                        + " names no application URI, which OPC UA needs; remove it to have one made"));
        return new AppIdentity(uri, own.certificate(), own.keys(), check);
    }

    /** Shows no key. */
    @Override
    public String toString() {
        return applicationUri;
    }
}
