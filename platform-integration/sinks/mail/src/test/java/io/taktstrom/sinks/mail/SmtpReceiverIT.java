package io.taktstrom.sinks.mail;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.taktstrom.alarm.AlarmMessage;
import io.taktstrom.alarm.AlarmNotice;
import io.taktstrom.alarm.AlarmReceiver;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.testkit.ScriptedServer;
import io.taktstrom.testkit.TestOptions;
import io.taktstrom.testkit.peer.PeerProcess;
import io.taktstrom.testkit.peer.TestCertificate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Mails to aiosmtpd, and to servers that do not answer. */
class SmtpReceiverIT {

    private static final AlarmNotice OIL = new AlarmNotice(
            AlarmNotice.Kind.RAISED,
            "oil-hot",
            "critical",
            Map.of(),
            "Öl ist 71 °C\r\nBcc: boss@plant.example",
            1_764_338_400_000_000_000L);

    private static final AlarmMessage MESSAGE = new AlarmMessage("plant.yaml", List.of(OIL), 120);

    @TempDir
    private static Path folder;

    private static TestCertificate certificate;

    private static PeerProcess server;
    private static int port;

    @BeforeAll
    static void start() throws IOException {
        certificate = TestCertificate.create(folder, "server", "CN=localhost");
        server = server("starttls");
        port = Integer.parseInt(server.line("ok "));
        server.tell("login takt open-sesame", "ok ");
        server.tell("refuse gone@plant.example", "ok ");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static PeerProcess server(String security) throws IOException {
        return PeerProcess.start(
                "TAKT_PYTHON",
                "a Python with aiosmtpd",
                Path.of("src/test/interop/smtp_receiver.py"),
                security,
                certificate.certificate().toString(),
                certificate.key().toString());
    }

    private static AlarmReceiver open(int port, String... more) throws IOException {
        Map<String, String> usual = Map.of(
                "host",
                "localhost",
                "port",
                String.valueOf(port),
                "from",
                "takt@plant.example",
                "to",
                "olga@plant.example, shift@plant.example",
                "ca",
                certificate.ca().toString());
        SmtpProvider provider = new SmtpProvider();
        return provider.open(
                provider.descriptor().values("receiver mail", TestOptions.of(usual, more)),
                SinkContext.standard("mail"));
    }

    private static List<String> mails(PeerProcess of) throws IOException {
        int count = Integer.parseInt(of.tell("mails", "ok "));
        List<String> mails = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            mails.add(of.line(""));
        }
        return mails;
    }

    @Test
    void aMailGoesOverTlsWithALoginAndADeviceAddsNoHeader() throws IOException {
        try (AlarmReceiver receiver = open(port, "user", "takt", "password", "open-sesame")) {
            assertThat(receiver.send(MESSAGE)).isEmpty();
            assertThat(receiver.send(new AlarmMessage("plant.yaml", List.of(OIL), 0)))
                    .isEmpty();
        }
        List<String> mails = mails(server);
        assertThat(mails.get(0))
                .contains("\"from\": \"takt@plant.example\"")
                .contains("\"to\": [\"olga@plant.example\", \"shift@plant.example\"]")
                .contains("\"tls\": true")
                .contains("\"user\": \"takt\"")
                .contains("\"subject\": \"plant.yaml: 121 alarms\"")
                .contains("\"auto\": \"auto-generated\"")
                .contains(
                        "RAISED critical oil-hot: \\u00d6l ist 71 \\u00b0C\\\\u000d\\\\nBcc: boss@plant.example, since 2025-11-28T14:00:00Z")
                .contains("and 120 more");
        assertThat(mails.get(1)).contains("\"subject\": \"plant.yaml: raised critical alarm oil-hot\"");
    }

    @Test
    void tlsFromTheFirstByteAndNoTlsWork() throws IOException {
        for (String security : List.of("tls", "none")) {
            try (PeerProcess other = server(security)) {
                int at = Integer.parseInt(other.line("ok "));
                String ca = security.equals("tls") ? certificate.ca().toString() : "";
                try (AlarmReceiver receiver = open(at, "security", security, "ca", ca)) {
                    assertThat(receiver.send(MESSAGE)).isEmpty();
                }
                assertThat(mails(other)).singleElement().asString().contains("\"tls\": " + security.equals("tls"));
            }
        }
    }

    @Test
    void whatTheServerRefusesIsSaidWithoutThePassword() throws IOException {
        try (AlarmReceiver receiver = open(port, "user", "takt", "password", "wrong-5f3a")) {
            assertThatThrownBy(() -> receiver.send(MESSAGE))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("mail over localhost:" + port + ": ")
                    .hasMessageContaining("535")
                    .hasMessageNotContaining("wrong-5f3a");
        }
        try (AlarmReceiver receiver =
                open(port, "user", "takt", "password", "open-sesame", "to", "gone@plant.example")) {
            assertThatThrownBy(() -> receiver.send(MESSAGE)).hasMessageContaining("550 5.1.1 no such mailbox");
        }
    }

    @Test
    void aServerWithoutTheWantedTlsOrWithAnotherCertificateGetsNoMail() throws IOException {
        try (PeerProcess plain = server("none")) {
            int at = Integer.parseInt(plain.line("ok "));
            try (AlarmReceiver receiver = open(at)) {
                assertThatThrownBy(() -> receiver.send(MESSAGE)).hasMessageContaining("STARTTLS");
            }
            assertThat(mails(plain)).isEmpty();
        }
        try (AlarmReceiver receiver = open(port, "ca", "")) {
            assertThatThrownBy(() -> receiver.send(MESSAGE)).hasMessageContaining("PKIX");
        }
        TestCertificate other = TestCertificate.create(folder, "other", "CN=elsewhere", "dns:elsewhere");
        try (PeerProcess elsewhere = PeerProcess.start(
                "TAKT_PYTHON",
                "a Python with aiosmtpd",
                Path.of("src/test/interop/smtp_receiver.py"),
                "starttls",
                other.certificate().toString(),
                other.key().toString())) {
            int at = Integer.parseInt(elsewhere.line("ok "));
            try (AlarmReceiver receiver = open(at, "ca", other.ca().toString())) {
                assertThatThrownBy(() -> receiver.send(MESSAGE)).isInstanceOf(IOException.class);
            }
            assertThat(mails(elsewhere)).isEmpty();
        }
    }

    @Test
    void aServerThatHangsOrSendsLineByLineHasADeadline() throws IOException {
        try (ScriptedServer silent =
                        new ScriptedServer("silent", wire -> wire.in().readAllBytes());
                ScriptedServer slow = new ScriptedServer("slow", wire -> {
                    // Multi-line replies (RFC 5321, 4.2.1) without an end.
                    while (true) {
                        wire.send("220-wait\r\n".getBytes(StandardCharsets.US_ASCII));
                    }
                })) {
            for (ScriptedServer hanging : List.of(silent, slow)) {
                hanging.start();
                try (AlarmReceiver receiver = open(hanging.address().getPort(), "timeout", "300ms")) {
                    assertThatThrownBy(() -> receiver.send(MESSAGE))
                            .isInstanceOf(IOException.class)
                            .hasMessageContaining("not sent within 300 ms");
                }
            }
        }
    }

    @Test
    void aCloseBreaksOffWhatIsGoingOn() throws IOException {
        AlarmReceiver[] receiver = new AlarmReceiver[1];
        try (ScriptedServer silent = new ScriptedServer("silent", wire -> {
            receiver[0].close();
            wire.in().readAllBytes();
        })) {
            silent.start();
            receiver[0] = open(silent.address().getPort());
            assertThatThrownBy(() -> receiver[0].send(MESSAGE)).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> receiver[0].send(MESSAGE)).hasMessageContaining("closed");
        }
    }
}
