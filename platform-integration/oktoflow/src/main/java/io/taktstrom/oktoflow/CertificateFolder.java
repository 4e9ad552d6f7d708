package io.taktstrom.oktoflow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

import io.taktstrom.kit.PrivateFiles;
import org.jspecify.annotations.Nullable;

/**
 * A key store as the folder of certificates that connectors read: our own certificate with its key, and those of devices that are
 * trusted. It is among the temporary files, readable for its user only, until it is closed.
 *
 * @param folder as the option {@code pki} names it
 */
public record CertificateFolder(Path folder) implements AutoCloseable {

    /** The user's certificate within a folder, where an identity of oktoflow names one. */
    static final String USER_CERTIFICATE = "user/certificate.der";
    /** Its key. */
    static final String USER_KEY = "user/key.der";

    /** Where a folder comes from when a connector needs one. */
    @FunctionalInterface
    public interface Source {
        /**
         * The folder.
         *
         * @throws IOException when there is none; the message says what to do
         */
        Path folder() throws IOException;
    }

    /** Has the keys of a key store. */
    @FunctionalInterface
    public interface Keys {
        /** The key of an entry; null when the entry has none. */
        @Nullable
        Key key(String alias) throws IOException;
    }

    /**
     * Writes it.
     *
     * @param name of the key store, for messages
     * @param alias of our own key; null for the only one there is
     * @param user the certificate that the user logs in with, in DER, whose key is in the key store too; null for none
     * @throws IOException when the key store has no such key with a certificate; the message says what to do
     */
    public static CertificateFolder of(
            String name, KeyStore store, @Nullable String alias, byte @Nullable [] user, Keys keys) throws IOException {
        CertificateFolder made = new CertificateFolder(Files.createTempDirectory("taktstrom-pki"));
        try {
            made.write("key store " + name, store, alias, user, keys);
            return made;
        } catch (IOException | GeneralSecurityException e) {
            made.close();
            throw e instanceof IOException io ? io : new IOException("key store " + name + ": " + e.getMessage(), e);
        }
    }

    private void write(String name, KeyStore store, @Nullable String alias, byte @Nullable [] user, Keys keys)
            throws IOException, GeneralSecurityException {
        List<String> all = Collections.list(store.aliases());
        String login = user == null ? null : userKey(name, store, all, user);
        writeKey(name, store, alias == null ? onlyKey(name, store, all, login) : alias, keys, "own");
        if (login != null) {
            writeKey(name, store, login, keys, "user");
        }
        Path trusted = PrivateFiles.folder(folder.resolve("trusted"));
        for (String each : all) {
            if (store.isCertificateEntry(each)) {
                byte[] encoded = store.getCertificate(each).getEncoded();
                byte[] fingerprint = MessageDigest.getInstance("SHA-256").digest(encoded);
                PrivateFiles.write(trusted.resolve(HexFormat.of().formatHex(fingerprint) + ".der"), encoded);
            }
        }
    }

    private void writeKey(String name, KeyStore store, String alias, Keys keys, String folderName)
            throws IOException, GeneralSecurityException {
        Key key = store.isKeyEntry(alias) ? keys.key(alias) : null;
        Certificate certificate = store.getCertificate(alias);
        if (!(key instanceof PrivateKey) || certificate == null) {
            throw new IOException(name + " has no private key with a certificate under the alias " + alias
                    + "; its aliases are " + Collections.list(store.aliases()));
        }
        Path to = PrivateFiles.folder(folder.resolve(folderName));
        PrivateFiles.write(to.resolve("key.der"), key.getEncoded());
        PrivateFiles.write(to.resolve("certificate.der"), certificate.getEncoded());
    }

    private static String userKey(String name, KeyStore store, List<String> all, byte[] user)
            throws IOException, GeneralSecurityException {
        for (String each : all) {
            if (store.isKeyEntry(each)
                    && Arrays.equals(store.getCertificate(each).getEncoded(), user)) {
                return each;
            }
        }
        throw new IOException(name + " has no private key for the certificate of the identity of type X509; its aliases"
                + " are " + all);
    }

    private static String onlyKey(String name, KeyStore store, List<String> all, @Nullable String login)
            throws IOException, GeneralSecurityException {
        String found = null;
        for (String each : all) {
            if (store.isKeyEntry(each) && !each.equals(login)) {
                if (found != null) {
                    throw new IOException(name + " has more than one key, " + found + " and " + each
                            + "; set keyAlias to one of them");
                }
                found = each;
            }
        }
        if (found == null) {
            throw new IOException(name + " has no private key; its aliases are " + all);
        }
        return found;
    }

    /** Deletes it. */
    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
