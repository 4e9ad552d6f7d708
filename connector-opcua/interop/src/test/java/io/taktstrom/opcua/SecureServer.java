package io.taktstrom.opcua;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.Values;
import io.taktstrom.kit.PrivateFiles;
import io.taktstrom.kit.trust.OwnCertificate;
import io.taktstrom.kit.trust.TrustStore;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.Connectors;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * A server with a certificate, as a client sees it that keeps what it trusts in a folder of its own.
 *
 * @param url without options
 * @param pki the client's folder
 * @param address of a variable that holds 42
 */
public record SecureServer(String url, Path pki, String address) {

    /** A test with each of the options by which a server is asked for security. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "&security=Basic256Sha256",
                "&security=Basic256Sha256&securityMode=Sign",
                "&security=Aes128_Sha256_RsaOaep",
                "&security=Aes256_Sha256_RsaPss"
            })
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    public @interface InEachWay {}

    /** What a client makes for itself when it has none: a certificate and a key, which takes seconds. */
    private static final class Own {

        static final Path FOLDER = make();

        private static Path make() {
            try {
                Path folder = Files.createTempDirectory(Path.of("target"), "own");
                OwnCertificate.load(folder);
                return folder.resolve("own");
            } catch (IOException e) {
                throw new UncheckedIOException("cannot make a client's certificate", e);
            }
        }
    }

    /** The same for a client that has its own certificate already, one for all tests. */
    public static SecureServer knowingItself(String url, Path pki, String address) throws IOException {
        Path own = PrivateFiles.folder(pki.resolve("own"));
        for (String name : List.of("certificate.der", "key.der")) {
            PrivateFiles.write(own.resolve(name), Files.readAllBytes(Own.FOLDER.resolve(name)));
        }
        return new SecureServer(url, pki, address);
    }

    /** With the client's folder and these options. */
    String uri(String options) {
        return url + "?connectTimeout=30s&pki=" + pki + options;
    }

    private Connection connect(String options) throws IOException {
        return Connectors.connect(uri(options));
    }

    /** The client meets it for the first time, and trusts it from then on. */
    public void accept(String options) throws IOException {
        refuses(options, "unknown and in quarantine", "takt trust accept");
        judge(TrustStore.Verdict.TRUSTED);
    }

    /** What is said of the only certificate that the client has met. */
    public void judge(TrustStore.Verdict verdict) throws IOException {
        TrustStore store = new TrustStore(pki);
        assertThat(store.list()).hasSize(1);
        store.put(store.list().get(0).certificate(), verdict);
    }

    /**
     * Is read with these options.
     *
     * @param options {@code &user=ann&password=secret}
     */
    public void reads42(String options) throws IOException {
        try (Connection connection = connect(options)) {
            PointGroup group = connection.resolve(List.of(DataPoint.of(address)));
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            assertThat(Values.get(batch, 0)).isEqualTo(42L);
        }
    }

    /**
     * No connection with these options.
     *
     * @param words of the message
     */
    public AbstractThrowableAssert<?, ?> refuses(String options, String... words) {
        AbstractThrowableAssert<?, ?> refused =
                assertThatThrownBy(() -> connect(options).close()).isInstanceOf(ConnectFailedException.class);
        for (String word : words) {
            refused.hasMessageContaining(word);
        }
        return refused;
    }
}
