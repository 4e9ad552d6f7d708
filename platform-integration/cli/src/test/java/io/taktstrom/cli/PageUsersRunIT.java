package io.taktstrom.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.testkit.peer.TestCertificate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code takt user}, and a run whose page has users. */
class PageUsersRunIT extends DemoPlant {

    private static final String PASSWORD = "correct open-sesame battery";
    private static final String TWICE = PASSWORD + "\n" + PASSWORD + "\n";
    private static final String REST = """
            points:
              - {id: plc.cycle, on: plc, address: MAIN.nCycle, scan: push}
            streams:
              - {id: all, from: "**", to: lines}
            sinks:
              lines: {type: jsonl, path: out.jsonl}
            """;

    private static final String COMMANDS = "commands: {audit: audit.jsonl}\n";
    private static final Pattern ADDRESS = Pattern.compile("page at (https://\\S+)");

    private TestCertificate certificate;
    private String users;

    @BeforeEach
    void prepare() throws IOException {
        certificate = TestCertificate.create(directory, "page", "CN=page");
        users = directory.resolve("page.users").toString();
    }

    private String[] run(String rest, String... options) throws IOException {
        List<String> args = new ArrayList<>(
                List.of("run", DeploymentText.write(directory, plc, rest).toString()));
        args.addAll(List.of(options));
        return args.toArray(String[]::new);
    }

    private String[] withUsers(String rest, String address) throws IOException {
        return run(
                rest,
                "--ui",
                address,
                "--ui-users",
                users,
                "--ui-certificate",
                certificate.certificate().toString(),
                "--ui-key",
                certificate.key().toString());
    }

    private Ran add(String name, String role) {
        return Ran.taktAnswering(TWICE, "user", "add", users, name, "--role", role);
    }

    @Test
    void usersAreAddedListedAndRemoved() throws IOException {
        assertThat(add("olga", "operator").expect(ExitCode.GOOD).out()).contains("has olga (operator)");
        add("eva", "admin").expect(ExitCode.GOOD);
        assertThat(Ran.takt("user", "list", users).expect(ExitCode.GOOD).out())
                .containsPattern("olga +operator")
                .containsPattern("eva +admin");
        assertThat(Files.readString(Path.of(users))).doesNotContain(PASSWORD);
        Ran.takt("user", "remove", users, "olga").expect(ExitCode.GOOD);
        assertThat(Ran.takt("user", "remove", users, "olga")
                        .expect(ExitCode.WRONG_USE)
                        .err())
                .contains("unknown user 'olga'");
        assertThat(Ran.takt("user", "list", users, "--json").out())
                .isEqualToIgnoringNewLines("{\"name\":\"eva\",\"role\":\"admin\"}");
    }

    @Test
    void aUserThatCannotBeIsRefusedWithWhatToDo() throws IOException {
        assertThat(Ran.taktAnswering("a\nb\n", "user", "add", users, "olga", "--role", "viewer")
                        .expect(ExitCode.WRONG_USE)
                        .err())
                .contains("the passwords differ");
        assertThat(Ran.taktAnswering("short\nshort\n", "user", "add", users, "olga", "--role", "viewer")
                        .expect(ExitCode.WRONG_USE)
                        .err())
                .contains("12 characters at least");
        assertThat(Ran.takt("user", "add", users, "olga", "--role", "viewer", "--password", PASSWORD)
                        .expect(ExitCode.WRONG_USE)
                        .err())
                .contains("visible to every user of this machine")
                .doesNotContain(PASSWORD);
        assertThat(add("ol ga", "viewer").expect(ExitCode.WRONG_USE).err()).contains("a user's name has");
        assertThat(add("olga", "boss").expect(ExitCode.WRONG_USE).err()).contains("VIEWER", "OPERATOR", "ADMIN");
        assertThat(Path.of(users)).doesNotExist();
        add("olga", "viewer");
        Files.writeString(Path.of(users), "olga\n");
        assertThat(Ran.takt("user", "list", users).expect(ExitCode.WRONG_USE).err())
                .contains(users + " line 1: expected NAME:ROLE:HASH");
    }

    @Test
    void beyondThisMachineUsersAndACertificateAreNeeded() throws IOException {
        assertThat(Ran.takt(run(REST, "--ui", "0.0.0.0:0", "--seconds", "1"))
                        .expect(ExitCode.WRONG_USE)
                        .err())
                .contains("--ui 0.0.0.0:0 would be open to the network", "--ui-users, --ui-certificate and --ui-key");
        assertThat(Ran.takt(run(REST, "--ui", "0.0.0.0:0", "--ui-users", users, "--seconds", "1"))
                        .expect(ExitCode.WRONG_USE)
                        .err())
                .contains("belong together");
        assertThat(Ran.takt("demo", "--ui", "0.0.0.0:0")
                        .expect(ExitCode.WRONG_USE)
                        .err())
                .contains("would be open to the network");
    }

    @Test
    void aRunNeedsAnAuditAndAFileOfUsersThatCanBeRead() throws IOException {
        assertThat(Ran.takt(withUsers(REST, "127.0.0.1:0"))
                        .expect(ExitCode.WRONG_USE)
                        .err())
                .contains("has no audit for logins", "add 'commands: {audit: commands.jsonl}'");
        assertThat(Ran.takt(withUsers(REST + COMMANDS, "127.0.0.1:0"))
                        .expect(ExitCode.WRONG_USE)
                        .err())
                .contains("users: file " + users + " does not exist");
        add("olga", "viewer");
        Files.writeString(Path.of(users), "# shift\nolga:operator:secret\n");
        assertThat(Ran.takt(withUsers(REST + COMMANDS, "127.0.0.1:0"))
                        .expect(ExitCode.WRONG_USE)
                        .err())
                .contains(users + " line 2: the password must be a bcrypt hash")
                .doesNotContain("secret");
    }

    @Test
    void anAdministratorOfAPageOnAllAddressesReloadsTheFile() throws Exception {
        add("eva", "admin");
        HttpClient http =
                HttpClient.newBuilder().sslContext(certificate.client()).build();
        try (Running run = Running.takt(withUsers(REST + COMMANDS, "0.0.0.0:0"))) {
            run.await(() -> ADDRESS.matcher(run.err()).find());
            assertThat(run.err()).doesNotContain("no source of commands");
            Matcher address = ADDRESS.matcher(run.err());
            assertThat(address.find()).isTrue();
            URI page = URI.create(address.group(1));
            HttpResponse<String> login =
                    post(http, page, "/api/login", "{\"name\":\"eva\",\"password\":\"" + PASSWORD + "\"}");
            assertThat(login.statusCode()).as(login.body()).isEqualTo(200);
            String cookie =
                    login.headers().firstValue("Set-Cookie").orElseThrow().replaceFirst(";.*", "");
            String session = http.send(
                            HttpRequest.newBuilder(page.resolve("/api/session"))
                                    .header("Cookie", cookie)
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
            String token = session.replaceFirst(".*\"csrfToken\":\"([^\"]+)\".*", "$1");
            String[] proof = {"Cookie", cookie, "X-CSRF-Token", token};
            assertThat(post(http, page, "/api/reload", "{}", proof).body()).contains("nothing has changed");
            DeploymentText.write(directory, plc, REST.replace("plc.cycle", "plc.count") + COMMANDS);
            assertThat(post(http, page, "/api/reload", "{}", proof).body()).contains("reloaded ");
            run.await(() -> run.err().contains("reloaded "));
            DeploymentText.write(directory, plc, "points: 1\n");
            assertThat(post(http, page, "/api/reload", "{}", proof).body()).contains("reload refused: ");
            run.await(() -> Files.readString(directory.resolve("audit.jsonl")).contains("reload refused"));
            assertThat(Files.readString(directory.resolve("audit.jsonl")))
                    .contains("\"event\":\"login\"", "\"sender\":\"eva at 127.0.0.1:", "\"event\":\"reload\"");
        }
    }

    private static HttpResponse<String> post(HttpClient http, URI page, String path, String json, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(page.resolve(path))
                .header("Content-Type", "application/json")
                .header("Origin", page.toString().replaceFirst("/$", ""));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(
                request.POST(HttpRequest.BodyPublishers.ofString(json)).build(), HttpResponse.BodyHandlers.ofString());
    }
}
