package io.taktstrom.ads.contract;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.ads.AdsProvider;
import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AdsState;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsHeader;
import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.protocol.TlsConnectInfo;
import io.taktstrom.kit.trust.Certificates;
import io.taktstrom.kit.trust.OwnCertificate;
import io.taktstrom.kit.trust.TrustStore;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.Connection;
import io.taktstrom.testkit.HeldPort;
import io.taktstrom.testkit.peer.TestCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * TLS with OpenSSL at the other end: its s_server in the place of a PLC, its s_client in that of a client. What they send and receive inside
 * TLS the test writes and reads byte by byte.
 */
@Timeout(180)
class OpenSslIT {

    private static final AmsNetId NET_ID = AmsNetId.parse("10.0.0.9.1.1");
    /** SHA-256 of LINE4a long secret, by sha256sum. */
    private static final String KEY = "db76045d04314f7449ddf5085c0740277d92a5c29a41fd46c292d011f0f26399";

    private static final int AMS_BYTES = AmsHeader.BYTES - AmsHeader.TCP_BYTES;

    @TempDir
    private Path folder = Path.of("");

    /** A run of openssl. Its standard error is its own. */
    private record OpenSsl(Process process) implements AutoCloseable {

        static OpenSsl start(String... arguments) throws IOException {
            List<String> command = new ArrayList<>(List.of("openssl"));
            command.addAll(Arrays.asList(arguments));
            return new OpenSsl(new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
        }

        void send(ByteBuffer bytes) throws IOException {
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            process.getOutputStream().write(copy);
            process.getOutputStream().flush();
        }

        /** So many bytes from inside TLS, or fewer when it has ended. */
        ByteBuffer receive(int bytes) throws Exception {
            InputStream from = process.getInputStream();
            byte[] got = CompletableFuture.supplyAsync(() -> read(from, bytes)).get(60, TimeUnit.SECONDS);
            return AdsBuffers.heap(got.length).put(got).flip();
        }

        private static byte[] read(InputStream from, int bytes) {
            try {
                return from.readNBytes(bytes);
            } catch (IOException e) {
                return new byte[0];
            }
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    private TestCertificate certificate(String name, String... more) throws IOException {
        return TestCertificate.create(folder, name, "CN=" + name, "dns:localhost,ip:127.0.0.1", more);
    }

    // ---- our client, its server

    /** A client of s_server; {@code secure} has its options, and what it trusts. */
    private static Connection connect(SecurePlc secure, HeldPort port) throws Exception {
        Endpoint endpoint = secure.endpoint("127.0.0.1", port.number());
        while (true) {
            try {
                return new AdsProvider().connect(endpoint, ConnectContext.standard());
            } catch (ConnectFailedException e) {
                if (!String.valueOf(e.getMessage()).contains("refused;")) {
                    throw e;
                }
                // It does not listen yet; the test's time limit ends this.
                LockSupport.parkNanos(50_000_000);
            }
        }
    }

    private static OpenSsl server(HeldPort port, String... more) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("s_server", "-accept", "127.0.0.1:" + port.number(), "-quiet"));
        arguments.addAll(List.of(more));
        return OpenSsl.start(arguments.toArray(String[]::new));
    }

    /** What a router and a PLC answer until a client is connected, and what they are asked: raw, as in TLS. */
    private static void playPlc(OpenSsl server, int flags) throws Exception {
        ByteBuffer first = server.receive(TlsConnectInfo.BASE_BYTES);
        TlsConnectInfo request = TlsConnectInfo.read(first, TlsConnectInfo.messageBytes(first, first.remaining()));
        assertThat(request.flags()).isEqualTo(flags);
        assertThat(request.user() + request.password()).isEmpty();
        server.send(new TlsConnectInfo(TlsConnectInfo.RESPONSE, 1, 0, NET_ID, "PLC", "", "").bytes());
        ByteBuffer readState = server.receive(AMS_BYTES);
        ByteBuffer frame = AdsBuffers.heap(AmsHeader.BYTES + 8);
        frame.put(AmsHeader.TCP_BYTES, readState, 0, AMS_BYTES);
        assertThat(AmsHeader.command(frame, 0)).isEqualTo(AdsCommand.READ_STATE);
        assertThat(AmsHeader.dataLength(frame, 0)).isZero();
        AmsAddress client = AmsHeader.source(frame, 0);
        AmsAddress plc = AmsHeader.target(frame, 0);
        int invokeId = AmsHeader.invokeId(frame, 0);
        AmsHeader.writeRequest(frame, 0, client, plc, AdsCommand.READ_STATE, 8, invokeId);
        frame.putShort(AmsHeader.FLAGS, (short) (AmsHeader.FLAG_ADS | AmsHeader.FLAG_RESPONSE));
        frame.putShort(AmsHeader.BYTES + 4, (short) AdsState.RUN);
        server.send(frame.position(AmsHeader.TCP_BYTES));
    }

    private void connects(SecurePlc secure, int flags, String... serverOptions) throws Exception {
        try (HeldPort port = new HeldPort();
                OpenSsl server = server(port, serverOptions)) {
            FutureTask<Connection> connecting = new FutureTask<>(() -> connect(secure, port));
            new Thread(connecting, "connects").start();
            playPlc(server, flags);
            try (Connection connection = connecting.get(60, TimeUnit.SECONDS)) {
                assertThat(connection.closed().toCompletableFuture()).isNotDone();
            }
        }
    }

    private void fails(SecurePlc secure, String why, String... serverOptions) throws Exception {
        try (HeldPort port = new HeldPort();
                OpenSsl server = server(port, serverOptions)) {
            assertThatThrownBy(() -> connect(secure, port))
                    .isInstanceOf(ConnectFailedException.class)
                    .hasMessageContaining(why);
            assertThat(server.process().isAlive()).isTrue();
        }
    }

    private static String[] shows(TestCertificate own, TestCertificate client, String... more) {
        List<String> options =
                new ArrayList<>(List.of("-cert", own.certificate().toString()));
        options.addAll(
                List.of("-key", own.key().toString(), "-CAfile", client.ca().toString()));
        options.addAll(List.of("-Verify", "2", "-verify_return_error"));
        options.addAll(List.of(more));
        return options.toArray(String[]::new);
    }

    @Test
    void ourCertificateIsVerifiedByOpenSslAndItsIsByUs() throws Exception {
        TestCertificate plc = certificate("plc");
        TestCertificate client = certificate("client");
        try (SecurePlc secure = SecurePlc.ca(folder, plc, client)) {
            connects(secure, 0, shows(plc, client, "-tls1_2"));
            fails(secure, "certificate", shows(plc, plc, "-tls1_2"));
        }
    }

    @Test
    void whatWeSignOurselvesIsReadByOpenSsl() throws Exception {
        TestCertificate plc = certificate("plc");
        try (SecurePlc secure = SecurePlc.selfSigned(folder)) {
            secure.ofClient.put(Certificates.read(plc.ca()), TrustStore.Verdict.TRUSTED);
            Path own = secure.ofClient.folder().resolve("own").resolve("certificate.der");
            OwnCertificate.load(secure.ofClient.folder());
            Path pem = folder.resolve("own.pem");
            try (OpenSsl convert =
                    OpenSsl.start("x509", "-inform", "DER", "-in", own.toString(), "-out", pem.toString())) {
                assertThat(convert.process().waitFor()).isZero();
            }
            connects(
                    secure,
                    TlsConnectInfo.SELF_SIGNED,
                    "-cert",
                    plc.certificate().toString(),
                    "-key",
                    plc.key().toString(),
                    "-CAfile",
                    pem.toString(),
                    "-Verify",
                    "1",
                    "-verify_return_error",
                    "-tls1_2");
        }
    }

    @Test
    void aCertificateThatHasExpiredAndAnOldVersionOfTlsAreRefused() throws Exception {
        TestCertificate old = certificate("old", "-startdate", "-9d");
        TestCertificate client = certificate("client");
        try (SecurePlc secure = SecurePlc.ca(folder, old, client)) {
            fails(secure, "expired at", shows(old, client, "-tls1_2"));
            fails(secure, "the peer has no TLS 1.2", shows(old, client, "-tls1_1", "-cipher", "ALL@SECLEVEL=0"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"PSK-AES256-CBC-SHA384", "PSK-AES128-CBC-SHA256", "PSK-AES256-CBC-SHA", "PSK-AES128-CBC-SHA"})
    void aPreSharedKeyWorksWithEachCipherOfTwinCat(String cipher) throws Exception {
        try (SecurePlc secure = SecurePlc.psk(folder)) {
            secure.with("pskIdentity", SecurePlc.IDENTITY).with("pskPassword", SecurePlc.PASSWORD);
            connects(secure, 0, psk(KEY, cipher));
        }
    }

    private static String[] psk(String key, String cipher) {
        return new String[] {
            "-psk", key, "-psk_identity", SecurePlc.IDENTITY, "-nocert", "-tls1_2", "-cipher", cipher + "@SECLEVEL=0"
        };
    }

    @Test
    void anotherKeyAndOtherCiphersAreRefused() throws Exception {
        try (SecurePlc secure = SecurePlc.psk(folder)) {
            secure.with("pskIdentity", SecurePlc.IDENTITY).with("pskPassword", SecurePlc.PASSWORD);
            fails(secure, "the key is another one", psk(KEY.replace('d', 'e'), "PSK-AES256-CBC-SHA"));
            fails(secure, "is security what the target has", psk(KEY, "PSK-AES256-GCM-SHA384"));
        }
    }

    // ---- its client, our simulator

    private static ByteBuffer readState(SecurePlc plc) {
        ByteBuffer frame = AdsBuffers.heap(AmsHeader.BYTES);
        AmsHeader.writeRequest(
                frame, 0, plc.simulator.amsAddress(), new AmsAddress(NET_ID, 40_000), AdsCommand.READ_STATE, 0, 7);
        return frame.position(AmsHeader.TCP_BYTES);
    }

    private static OpenSsl client(SecurePlc plc, String... more) throws IOException {
        String where = "127.0.0.1:" + plc.simulator.address().getPort();
        List<String> arguments = new ArrayList<>(List.of("s_client", "-connect", where, "-quiet"));
        arguments.addAll(List.of(more));
        return OpenSsl.start(arguments.toArray(String[]::new));
    }

    private static void isServed(OpenSsl client, SecurePlc plc, int flags) throws Exception {
        client.send(new TlsConnectInfo(flags, 1, 0, NET_ID, "HMI", "", "").bytes());
        ByteBuffer first = client.receive(TlsConnectInfo.BASE_BYTES);
        TlsConnectInfo answer = TlsConnectInfo.read(first, TlsConnectInfo.messageBytes(first, first.remaining()));
        assertThat(answer.error()).isZero();
        assertThat(answer.netId()).isEqualTo(plc.simulator.amsAddress().netId());
        client.send(readState(plc));
        ByteBuffer state = client.receive(AMS_BYTES + 8);
        assertThat(state.getShort(AMS_BYTES + 4)).isEqualTo((short) AdsState.RUN);
    }

    private static void isNotServed(OpenSsl client) throws Exception {
        try {
            client.send(new TlsConnectInfo(0, 1, 0, NET_ID, "HMI", "", "").bytes());
        } catch (IOException e) {
            // It has ended already.
        }
        assertThat(client.receive(1).remaining()).isZero();
    }

    @Test
    void theSimulatorServesOpenSslByCertificateAndOnlyWithTls12() throws Exception {
        TestCertificate client = certificate("client");
        try (SecurePlc plc = SecurePlc.ca(folder, certificate("plc"), client)) {
            String cert = client.certificate().toString();
            String key = client.key().toString();
            try (OpenSsl good = client(plc, "-cert", cert, "-key", key)) {
                isServed(good, plc, 0);
            }
            try (OpenSsl unknown = client(plc)) {
                isNotServed(unknown);
            }
            try (OpenSsl old = client(plc, "-cert", cert, "-key", key, "-tls1_1", "-cipher", "ALL@SECLEVEL=0")) {
                isNotServed(old);
            }
            try (OpenSsl tooNew = client(plc, "-cert", cert, "-key", key, "-tls1_3")) {
                isNotServed(tooNew);
            }
        }
    }

    @Test
    void theSimulatorServesOpenSslByItsKeyAlone() throws Exception {
        try (SecurePlc plc = SecurePlc.psk(folder)) {
            try (OpenSsl good = client(plc, "-tls1_2", "-psk", KEY, "-psk_identity", SecurePlc.IDENTITY)) {
                isServed(good, plc, 0);
            }
            try (OpenSsl wrong = client(plc, "-tls1_2", "-psk", "00ff", "-psk_identity", SecurePlc.IDENTITY)) {
                isNotServed(wrong);
            }
            try (OpenSsl stranger = client(plc, "-tls1_2", "-psk", KEY, "-psk_identity", "other")) {
                isNotServed(stranger);
            }
        }
    }
}
