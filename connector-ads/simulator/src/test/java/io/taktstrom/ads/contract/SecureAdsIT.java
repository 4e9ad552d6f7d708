package io.taktstrom.ads.contract;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.taktstrom.ads.AdsProvider;
import io.taktstrom.ads.route.RouteClient;
import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.Values;
import io.taktstrom.kit.trust.TrustStore.Verdict;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.Connection;
import io.taktstrom.testkit.AllocationMeter;
import io.taktstrom.testkit.ScriptedServer;
import io.taktstrom.testkit.peer.TestCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The client and the simulator: who trusts whom, and that nothing is sent to one who is not trusted. */
@Timeout(120)
class SecureAdsIT {

    @TempDir
    private Path folder = Path.of("");

    private static void reads(SecurePlc plc) throws IOException {
        try (Connection connection = plc.connect();
                PointGroup group = connection.resolve(List.of(DataPoint.of("MAIN.x")))) {
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            assertThat(Values.get(batch, 0)).isEqualTo(42L);
        }
    }

    private static void refuses(SecurePlc plc, String... why) {
        assertThatThrownBy(plc::connect)
                .isInstanceOf(ConnectFailedException.class)
                .hasMessageContainingAll("connect to 127.0.0.1:", " by Secure ADS: ")
                .hasMessageContainingAll(why);
        assertThat(plc.simulator.requests()).as("requests in spite of that").isEmpty();
    }

    // ---- self-signed

    @Test
    void selfSignedCertificatesAreAcceptedOnEachSideByAnOperator() throws Exception {
        try (SecurePlc plc = SecurePlc.selfSigned(folder)) {
            refuses(plc, "the server's certificate (", "is unknown and in quarantine in", "takt trust accept");
            assertThat(plc.ofPlc.list()).isEmpty();
            SecurePlc.acceptAll(plc.ofClient);
            refuses(plc, "the target refuses: it does not know our certificate", "takt route add");
            assertThat(plc.ofPlc.list()).extracting(entry -> entry.verdict()).containsExactly(Verdict.QUARANTINE);
            SecurePlc.acceptAll(plc.ofPlc);
            reads(plc);
        }
    }

    @Test
    void aCertificateThatWasRejectedIsRefused() throws Exception {
        try (SecurePlc plc = SecurePlc.selfSigned(folder)) {
            refuses(plc, "quarantine");
            plc.ofClient.put(plc.ofClient.list().get(0).certificate(), Verdict.REJECTED);
            refuses(plc, "was rejected");
        }
    }

    @Test
    void aRouteWithOurCertificateIsAddedByAnAdministrator() throws Exception {
        try (SecurePlc plc = SecurePlc.selfSigned(folder)) {
            refuses(plc, "quarantine");
            SecurePlc.acceptAll(plc.ofClient);
            assertThatThrownBy(() -> RouteClient.addSecure(plc.endpoint(), "Administrator", "wrong"))
                    .hasMessageContaining("user or password is wrong")
                    .message()
                    .doesNotContain("\"wrong");
            assertThat(plc.simulator.routes()).isEmpty();
            RouteClient.addSecure(plc.endpoint(), "Administrator", "1");
            assertThat(plc.simulator.routes()).hasSize(1);
            reads(plc);
            assertThatThrownBy(() -> RouteClient.addSecure(plc.endpoint(), "u".repeat(300), "1"))
                    .hasMessageContaining("too long");
        }
    }

    // ---- authorities

    private TestCertificate certificate(String name, String... more) throws IOException {
        return TestCertificate.create(folder, name, "CN=" + name, "dns:localhost,ip:127.0.0.1", more);
    }

    @Test
    void certificatesOfATrustedAuthorityNeedNoOperator() throws Exception {
        try (SecurePlc plc = SecurePlc.ca(folder, certificate("plc"), certificate("client"))) {
            reads(plc);
        }
    }

    @Test
    void certificatesOfAnotherAuthorityAreUnknown() throws Exception {
        try (SecurePlc plc = SecurePlc.ca(folder, certificate("plc"), certificate("client"))) {
            TestCertificate other = certificate("other");
            plc.with("certificate", other.certificate().toString())
                    .with("key", other.key().toString());
            refuses(plc, "it does not know our certificate");
        }
    }

    @Test
    void expiredCertificatesAreRefusedOnEachSide() throws Exception {
        String[] past = {"-startdate", "-9d"};
        try (SecurePlc plc = SecurePlc.ca(folder, certificate("plc", past), certificate("client"))) {
            refuses(plc, "the server's certificate (CN=plc", "expired at");
        }
        try (SecurePlc plc = SecurePlc.ca(folder.resolve("second"), certificate("good"), certificate("old", past))) {
            refuses(plc, "does not know our certificate");
        }
    }

    @Test
    void aCertificateOfAnotherHostIsRefusedUnlessThatIsAllowed() throws Exception {
        TestCertificate elsewhere = TestCertificate.create(folder, "plc", "CN=plc", "dns:elsewhere");
        try (SecurePlc plc = SecurePlc.ca(folder, elsewhere, certificate("client"))) {
            refuses(plc, "is for the hosts [elsewhere], not for 127.0.0.1", "checkHost: false");
            reads(plc.with("checkHost", "false"));
        }
    }

    @Test
    void aKeyThatIsNotThatOfTheCertificateIsAnError() throws Exception {
        try (SecurePlc plc = SecurePlc.ca(folder, certificate("plc"), certificate("client"))) {
            plc.with("key", certificate("other").key().toString());
            assertThatThrownBy(plc::connect)
                    .isInstanceOf(ConnectFailedException.class)
                    .hasMessageContaining("other-key.pem is not the key of the certificate in ");
        }
    }

    // ---- pre-shared keys

    @Test
    void aPreSharedKeyNeedsNoCertificate() throws Exception {
        try (SecurePlc plc = SecurePlc.psk(folder)) {
            plc.with("pskIdentity", SecurePlc.IDENTITY).with("pskPassword", SecurePlc.PASSWORD);
            reads(plc);
            assertThat(plc.ofPlc.list()).isEmpty();
        }
    }

    @Test
    void aWrongKeyAndAWrongIdentityAreRefusedAndNotShown() throws Exception {
        try (SecurePlc plc = SecurePlc.psk(folder)) {
            plc.with("pskIdentity", SecurePlc.IDENTITY).with("pskPassword", "another secret");
            refuses(plc, "the key is another one: check pskIdentity and pskPassword");
            assertThatThrownBy(plc::connect).message().doesNotContain("another secret");
            plc.with("pskIdentity", "Line5").with("pskPassword", SecurePlc.PASSWORD);
            refuses(plc, "the target does not know this pskIdentity");
        }
    }

    @Test
    void certificatesAndPreSharedKeysDoNotGoTogether() throws Exception {
        try (SecurePlc plc = SecurePlc.psk(folder)) {
            refuses(plc.with("security", "self-signed"), "handshake_failure", "is security what the target has");
        }
        try (SecurePlc plc = SecurePlc.selfSigned(folder)) {
            plc.with("security", "psk").with("pskIdentity", "x").with("pskPassword", "y");
            refuses(plc, "handshake_failure", "is security what the target has");
        }
    }

    // ---- what it costs

    /** TLS allocates, by its libraries; how much is for the ADR. What is ours in the way, {@code SecureAdsChannelTest} shows. */
    @Test
    void aReadAllocatesWhatTlsDoes() throws Exception {
        try (SecurePlc certificates = SecurePlc.ca(folder, certificate("plc"), certificate("client"));
                SecurePlc key = SecurePlc.psk(folder.resolve("key"))) {
            key.with("pskIdentity", SecurePlc.IDENTITY).with("pskPassword", SecurePlc.PASSWORD);
            for (SecurePlc plc : List.of(certificates, key)) {
                try (Connection connection = plc.connect();
                        PointGroup group = connection.resolve(List.of(DataPoint.of("MAIN.x")))) {
                    SampleBatch batch = group.newBatch();
                    double bytes =
                            AllocationMeter.currentThread().bytesPerOperation(500, () -> connection.read(group, batch));
                    System.out.println(plc.endpoint().options().get("security") + ": " + bytes + " bytes per read");
                    assertThat(bytes).isLessThan(64 * 1024);
                }
            }
        }
    }

    // ---- never without

    @Test
    void aPeerThatSpeaksPlainAdsIsAnErrorAndGetsNoRequest() throws Exception {
        try (SecurePlc plc = SecurePlc.selfSigned(folder);
                AdsSimulator plain = AdsSimulator.builder().start()) {
            Endpoint endpoint = plc.endpoint("127.0.0.1", plain.address().getPort());
            assertThatThrownBy(() -> new AdsProvider().connect(endpoint, ConnectContext.standard()))
                    .isInstanceOf(ConnectFailedException.class)
                    .hasMessageContaining("closed the connection during the TLS handshake")
                    .hasMessageContaining("check that Secure ADS listens at this port");
            assertThat(plain.requests()).isEmpty();
        }
    }

    @Test
    void aPeerThatAnswersPlainIsAnErrorThatSaysSo() throws Exception {
        try (SecurePlc plc = SecurePlc.selfSigned(folder);
                ScriptedServer talker = ScriptedServer.started("plain", wire -> {
                    wire.send(new byte[] {0, 0, 32, 0, 0, 0});
                    wire.in().readAllBytes();
                })) {
            Endpoint endpoint = plc.endpoint("127.0.0.1", talker.address().getPort());
            assertThatThrownBy(() -> new AdsProvider().connect(endpoint, ConnectContext.standard()))
                    .isInstanceOf(ConnectFailedException.class)
                    .hasMessageContaining("the peer does not speak TLS: its first byte is 0x0")
                    .hasMessageContaining("There is no fallback to plain ADS");
        }
    }

    @Test
    void aPlainClientGetsNothingFromASecurePort() throws Exception {
        try (SecurePlc plc = SecurePlc.selfSigned(folder)) {
            Endpoint plain = new AdsProvider()
                    .descriptor()
                    .endpoint(
                            "127.0.0.1",
                            plc.simulator.address().getPort(),
                            Map.of(
                                    "amsNetId",
                                    plc.simulator.amsAddress().netId().toString()));
            assertThatThrownBy(() -> new AdsProvider().connect(plain, ConnectContext.standard()))
                    .isInstanceOf(ConnectFailedException.class);
            assertThat(plc.simulator.requests()).isEmpty();
        }
    }

    @Test
    void aPlainAndASecureConnectionToOneHostDoNotShareALink() throws Exception {
        try (SecurePlc plc = SecurePlc.psk(folder);
                AdsSimulator plain = AdsSimulator.builder()
                        .model(AdsModel.parse("symbols: {MAIN.x: DINT}"))
                        .start()) {
            plc.with("pskIdentity", SecurePlc.IDENTITY).with("pskPassword", SecurePlc.PASSWORD);
            try (Connection first = plc.connect();
                    Connection second = plc.connect();
                    Connection third = new AdsProvider()
                            .connect(
                                    new AdsProvider().descriptor().parse(plain.endpointUri()),
                                    ConnectContext.standard())) {
                assertThat(List.of(first, second, third)).doesNotHaveDuplicates();
                assertThat(plc.simulator.openConnections()).isEqualTo(1);
                assertThat(plain.openConnections()).isEqualTo(1);
            }
        }
    }
}
