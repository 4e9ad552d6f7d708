package io.taktstrom.oktoflow.connector;

import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

import de.iip_ecosphere.platform.support.identities.IdentityStore;
import de.iip_ecosphere.platform.support.identities.IdentityStoreDescriptor;
import de.iip_ecosphere.platform.support.identities.IdentityToken;
import org.jspecify.annotations.Nullable;

/** An identity store of oktoflow with the key stores that tests add. */
public final class TestIdentities extends IdentityStore {

    private record Entry(KeyStore store, String password) {
        char[] secret() {
            return password.toCharArray();
        }
    }

    private static final Map<String, Entry> ENTRIES = new ConcurrentHashMap<>();

    /** As a service of oktoflow. */
    public static final class Descriptor implements IdentityStoreDescriptor {
        @Override
        public IdentityStore createStore() {
            return new TestIdentities();
        }
    }

    static void add(String name, KeyStore store, String password) {
        ENTRIES.put(name, new Entry(store, password));
    }

    @Override
    public Iterable<String> enumerateIdentities(String prefix) {
        return List.of();
    }

    @Override
    public @Nullable IdentityToken getToken(String identity, boolean anonymous, String... fallback) {
        return anonymous ? IdentityToken.IdentityTokenBuilder.newBuilder().build() : null;
    }

    @Override
    public @Nullable InputStream getKeystoreAsStream(String identity, String... fallback) {
        return null;
    }

    @Override
    public @Nullable KeyStore getKeystoreFile(String identity, String... fallback) {
        Entry entry = ENTRIES.get(identity);
        return entry == null ? null : entry.store();
    }

    @Override
    public KeystoreCoordinate getKeystoreCoordinate(String identity, String... fallback) throws IOException {
        throw new IOException("not on disk");
    }

    @Override
    public KeyManager[] getKeyManagers(String identity, String algorithm, String... fallback) throws IOException {
        try {
            Entry entry = ENTRIES.get(identity);
            KeyManagerFactory factory = KeyManagerFactory.getInstance(algorithm);
            factory.init(entry == null ? null : entry.store(), entry == null ? null : entry.secret());
            return factory.getKeyManagers();
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    @Override
    public @Nullable Key getKeystoreKey(String identity, KeyStore store, String alias, String... fallback)
            throws IOException {
        try {
            Entry entry = ENTRIES.get(identity);
            return entry == null ? null : store.getKey(alias, entry.secret());
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }
}
