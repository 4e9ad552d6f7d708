package io.taktstrom.opcua;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;

import io.taktstrom.kit.trust.Certificates;
import io.taktstrom.kit.trust.OwnCertificate;
import io.taktstrom.model.Endpoint;
import io.taktstrom.opcua.session.LinkSettings;
import io.taktstrom.opcua.session.User;
import io.taktstrom.spi.ConnectFailedException;

/** The user that an endpoint's options name. */
final class UserLogin {

    private UserLogin() {}

    /**
     * The user.
     *
     * @throws ConnectFailedException when the options do not fit together or a file cannot be used; nothing was sent then
     */
    static User of(Endpoint endpoint) throws ConnectFailedException {
        String name = OpcUaOptions.USER.of(endpoint);
        String certificate = OpcUaOptions.USER_CERTIFICATE.of(endpoint);
        String key = OpcUaOptions.USER_KEY.of(endpoint);
        if (certificate.isEmpty() != key.isEmpty()) {
            String there = key.isEmpty() ? "userCertificate" : "userKey";
            String missing = key.isEmpty()
                    ? "userKey, the file with its key in PKCS #8 without a password"
                    : "userCertificate, the file with its certificate";
            throw failed(endpoint, there + " is set without " + missing);
        }
        if (!certificate.isEmpty() && !name.isEmpty()) {
            throw failed(endpoint, "user and userCertificate are both set; a session has one user, remove one of them");
        }
        if (!certificate.isEmpty()) {
            return certificate(endpoint, Path.of(certificate), Path.of(key));
        }
        if (name.isEmpty()) {
            return new User.Anonymous();
        }
        boolean open = OpcUaOptions.SECURITY.of(endpoint).equals(LinkSettings.Security.NONE);
        if (open && !OpcUaOptions.INSECURE.of(endpoint)) {
            // Even where the server would have it encrypted: the owner of that key is unknown.
            throw failed(
                    endpoint,
                    "the password of " + name
                            + " would go over a connection that does not encrypt; use security, or state insecure: true");
        }
        return new User.Password(name, OpcUaOptions.PASSWORD.of(endpoint));
    }

    private static User certificate(Endpoint endpoint, Path certificateFile, Path keyFile)
            throws ConnectFailedException {
        try {
            X509Certificate certificate = Certificates.read(readable("userCertificate", certificateFile));
            PrivateKey key = OwnCertificate.readKey(readable("userKey", keyFile));
            if (!belongTogether(certificate, key)) {
                throw failed(endpoint, "userKey " + keyFile + " does not belong to userCertificate " + certificateFile);
            }
            return new User.Certificate(certificate, key);
        } catch (IOException e) {
            throw new ConnectFailedException("connect to " + endpoint + ": " + e.getMessage(), e);
        }
    }

    private static Path readable(String option, Path file) throws IOException {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new IOException(option + " " + file + " is not a file that can be read");
        }
        return file;
    }

    /** Found here: a server says of such a pair only that it refuses the login. */
    private static boolean belongTogether(X509Certificate certificate, PrivateKey key) throws IOException {
        byte[] text = {1, 2, 3};
        try {
            Signature algorithm = Signature.getInstance("SHA256withRSA");
            algorithm.initSign(key);
            algorithm.update(text);
            byte[] signature = algorithm.sign();
            algorithm.initVerify(certificate.getPublicKey());
            algorithm.update(text);
            return algorithm.verify(signature);
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    "userCertificate and userKey are not of RSA, which these security policies need: " + e.getMessage(),
                    e);
        }
    }

    private static ConnectFailedException failed(Endpoint endpoint, String reason) {
        return new ConnectFailedException("connect to " + endpoint + ": " + reason);
    }
}
