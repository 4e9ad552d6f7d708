package io.taktstrom.sinks.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.taktstrom.model.ScalarType;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.testkit.PlantPoints;
import io.taktstrom.testkit.TestOptions;
import io.taktstrom.testkit.TestUnit;
import io.taktstrom.testkit.peer.TestCertificate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A receiver that shows a certificate and asks for one. Each has an authority of its own. */
@SuppressWarnings("NullAway.Init") // set before all tests
class HttpTlsIT {

    @TempDir
    private static Path folder;

    private static final List<String> guests = Collections.synchronizedList(new ArrayList<>());
    private static HttpsServer server;

    @BeforeAll
    static void start() throws IOException, GeneralSecurityException {
        TestCertificate own = TestCertificate.create(folder, "server", "CN=localhost");
        TestCertificate guest = TestCertificate.create(folder, "client", "CN=line 7");
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(own.own(), TestCertificate.PASSWORD.toCharArray());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(guest.trust());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters ssl = getSSLContext().getDefaultSSLParameters();
                ssl.setNeedClientAuth(true);
                parameters.setSSLParameters(ssl);
            }
        });
        server.createContext("/", exchange -> {
            guests.add(((HttpsExchange) exchange)
                    .getSSLSession()
                    .getPeerPrincipal()
                    .getName());
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterAll
    static void end() {
        server.stop(0);
    }

    private static Sink open(String host, String... more) throws IOException {
        Map<String, String> options = TestOptions.of(
                Map.of("url", "https://" + host + ":" + server.getAddress().getPort() + "/"), more);
        SinkContext standard = SinkContext.standard("plant");
        HttpProvider provider = new HttpProvider();
        return provider.open(
                provider.descriptor().values("plant", options),
                new SinkContext("plant", folder::resolve, standard.clock(), standard.observer()));
    }

    private static void publish(Sink sink) throws IOException {
        try (sink) {
            PlantPoints points = new PlantPoints(PlantPoints.point("count", ScalarType.DINT));
            sink.inlet("all", List.of()).publish(points.samples(0, 0, 1, 2), new TestUnit(1, 1).deliver(3, true));
        }
    }

    @Test
    void bothSidesShowWhoTheyAre() throws IOException {
        publish(open("localhost", "ca", "server-ca.pem", "certificate", "client.pem", "privateKey", "client-key.pem"));
        assertThat(guests).contains("CN=line 7");
    }

    @Test
    void aServerThatNobodyVouchesForIsNotTrusted() throws IOException {
        Sink sink =
                open("localhost", "ca", "client-ca.pem", "certificate", "client.pem", "privateKey", "client-key.pem");
        assertThatThrownBy(() -> publish(sink)).isInstanceOf(IOException.class).hasMessageContaining("PKIX");
    }

    @Test
    void withoutACertificateOfOurOwnTheServerRefuses() throws IOException {
        Sink sink = open("localhost", "ca", "server-ca.pem");
        assertThatThrownBy(() -> publish(sink)).isInstanceOf(IOException.class);
    }

    @Test
    void filesThatAreNoneAreSaidAtTheStart() throws IOException {
        assertThatThrownBy(() -> open("localhost", "certificate", "client.pem"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("belong together");
        assertThatThrownBy(() -> open("localhost", "ca", "client-key.pem"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no certificates in PEM");
        assertThatThrownBy(() -> open("localhost", "certificate", "client.pem", "privateKey", "client.pem"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no private key in PKCS #8");
    }
}
