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
     * @throws IOException when the key store has no such key with a certificate; the message says what to do
     */
    public static CertificateFolder of(String name, KeyStore store, @Nullable String alias, Keys keys)
            throws IOException {
        CertificateFolder made = new CertificateFolder(Files.createTempDirectory("taktstrom-pki"));
        try {
            made.write("key store " + name, store, alias, keys);
            return made;
        } catch (IOException | GeneralSecurityException e) {
            made.close();
            throw e instanceof IOException io ? io : new IOException("key store " + name + ": " + e.getMessage(), e);
        }
    }

    private void write(String name, KeyStore store, @Nullable String alias, Keys keys)
            throws IOException, GeneralSecurityException {
        List<String> all = Collections.list(store.aliases());
        String own = alias == null ? onlyKey(name, store, all) : alias;
        Key key = store.isKeyEntry(own) ? keys.key(own) : null;
        Certificate certificate = store.getCertificate(own);
        if (!(key instanceof PrivateKey) || certificate == null) {
            throw new IOException(name + " has no private key with a certificate under the alias " + own
                    + "; its aliases are " + all);
        }
        Path ours = PrivateFiles.folder(folder.resolve("own"));
        PrivateFiles.write(ours.resolve("key.der"), key.getEncoded());
        PrivateFiles.write(ours.resolve("certificate.der"), certificate.getEncoded());
        Path trusted = PrivateFiles.folder(folder.resolve("trusted"));
        for (String each : all) {
            if (store.isCertificateEntry(each)) {
                byte[] encoded = store.getCertificate(each).getEncoded();
                byte[] fingerprint = MessageDigest.getInstance("SHA-256").digest(encoded);
                PrivateFiles.write(trusted.resolve(HexFormat.of().formatHex(fingerprint) + ".der"), encoded);
            }
        }
    }

    private static String onlyKey(String name, KeyStore store, List<String> all)
            throws IOException, GeneralSecurityException {
        String found = null;
        for (String each : all) {
            if (store.isKeyEntry(each)) {
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
