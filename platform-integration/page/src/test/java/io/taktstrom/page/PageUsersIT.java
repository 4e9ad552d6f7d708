package io.taktstrom.page;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.page.PageUsers.Answer;
import io.taktstrom.page.PageUsers.Client;
import io.taktstrom.page.access.PageUser;
import io.taktstrom.page.access.Passwords;
import io.taktstrom.page.access.Role;
import io.taktstrom.page.access.UserFile;
import io.taktstrom.testkit.peer.TestCertificate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** A page with users as programs see it: TLS, logins, roles, requests that another site might send. */
class PageUsersIT {

    private static final String WISH = "{\"name\":\"press1.ram\",\"value\":\"12.5\"}";

    private static PageUsers users;
    private static Plant plant;

    private static List<PointConfig> points() {
        return List.of(Plant.point("press1.ram", "ram", null, "mm", Map.of()));
    }

    @BeforeAll
    static void start(@TempDir Path own) throws Exception {
        users = new PageUsers(own);
        plant = users.plant(points(), Plant.TOKEN);
    }

    @AfterAll
    static void stop() {
        assertThat(plant.troubles()).isEmpty();
        plant.close();
    }

    private static Client client(@Nullable Role role) throws Exception {
        Client client = users.new Client(plant);
        if (role != null) {
            assertThat(client.login(role.text(), PageUsers.PASSWORD).code()).isEqualTo(200);
        }
        return client;
    }

    private static String audit() throws IOException {
        return Files.readString(users.audit());
    }

    /** Every route is in the enumeration, and none is answered beside it; see {@code PageHandler}. */
    @ParameterizedTest
    @EnumSource(Route.class)
    void eachRouteIsForItsRoleAndThoseAbove(Route route) throws Exception {
        String body = route == Route.VIEW ? "{\"page\":\"x\"}" : "{}";
        String path = route.path().isEmpty() ? "/" : route.path();
        for (Role role : new @Nullable Role[] {null, Role.VIEWER, Role.OPERATOR, Role.ADMIN}) {
            Role needed = route.role();
            Answer answer = client(role).ask(route.method(), path, body);
            if (needed == null || (role != null && role.includes(needed))) {
                assertThat(answer.code()).as("%s of %s", role, route).isIn(200, 400, 404);
            } else {
                assertThat(answer.code()).as("%s of %s", role, route).isEqualTo(role == null ? 401 : 403);
            }
        }
    }

    @Test
    void alarmsAreHandledByAnOperatorOrWithTheToken() throws Exception {
        String wish = "{\"action\":\"acknowledge\",\"alarms\":\"oil\"}";
        assertThat(client(Role.VIEWER).ask("POST", "/api/alarms", wish).body()).contains("needs the role operator");
        Answer unknown = client(Role.OPERATOR).ask("POST", "/api/alarms", wish);
        assertThat(unknown.code()).isEqualTo(422);
        assertThat(unknown.body()).contains("unknown alarm 'oil'");
        for (String wrong : List.of(
                "{\"action\":\"ignore\",\"alarms\":\"oil\"}",
                "{\"action\":\"shelve\",\"alarms\":\"oil\"}",
                "{\"action\":\"shelve\",\"alarms\":\"oil\",\"time\":\"soon\"}")) {
            assertThat(client(Role.OPERATOR).ask("POST", "/api/alarms", wrong).code())
                    .as(wrong)
                    .isEqualTo(422);
        }
        String[] token = {"Authorization: Bearer " + Plant.TOKEN};
        assertThat(client(null).send("POST", "/api/alarms", wish, token).code()).isEqualTo(422);
        assertThat(client(null).send("GET", "/api/alarms", "", token).body()).isEqualTo("{\"alarms\":[]}");
        assertThat(client(null)
                        .send("GET", "/api/alarms", "", "Authorization: Bearer another-token-1234")
                        .code())
                .isEqualTo(401);
    }

    @Test
    void onlyThePageAndItsLoginAreForEveryone() {
        assertThat(Arrays.stream(Route.values()).filter(route -> route.role() == null))
                .containsExactlyInAnyOrder(Route.FILE, Route.SESSION, Route.LOGIN);
    }

    @Test
    void aPathThatIsNoRouteIsNotFound() throws Exception {
        Client admin = client(Role.ADMIN);
        assertThat(admin.ask("POST", "/api/other", "{}").code()).isEqualTo(404);
        assertThat(admin.ask("GET", "/api/write", "").code()).isEqualTo(404);
        assertThat(admin.ask("HEAD", "/api/stream", "").code()).isEqualTo(404);
        assertThat(admin.ask("DELETE", "/api/session", "").code()).isEqualTo(405);
    }

    @Test
    void aLoginGivesACookieThatScriptsAndOtherSitesDoNotGet() throws Exception {
        Client client = client(null);
        assertThat(client.session().has("role")).isFalse();
        Answer answer = client.login("viewer", PageUsers.PASSWORD);
        assertThat(answer.headers().firstValue("Set-Cookie"))
                .hasValueSatisfying(cookie -> assertThat(cookie)
                        .matches("__Host-taktstrom=[A-Za-z0-9_-]{43}; Path=/; Secure; HttpOnly; SameSite=Strict"));
        assertThat(client.session().get("role").asString()).isEqualTo("viewer");
        String first = client.cookie();
        client.login("viewer", PageUsers.PASSWORD);
        assertThat(client.cookie()).as("a new identifier with each login").isNotEqualTo(first);
    }

    @Test
    void aLogoutEndsTheSessionAndItsStreams() throws Exception {
        Client client = client(Role.VIEWER);
        Queue<String> lines = new ConcurrentLinkedQueue<>();
        Client listening = client(Role.VIEWER);
        Thread listener = new Thread(() -> {
            try {
                listening.listen(lines::add);
            } catch (IOException | InterruptedException | RuntimeException e) {
                // It ended.
            }
        });
        listener.start();
        await().until(() -> lines.stream().anyMatch(line -> line.contains("event: rows")));
        assertThat(listening.ask("POST", "/api/logout", "{}").code()).isEqualTo(200);
        listener.join(60_000);
        assertThat(listener.isAlive()).isFalse();
        assertThat(listening.ask("POST", "/api/view", "{\"page\":\"x\"}").code())
                .isEqualTo(401);
        assertThat(client.ask("POST", "/api/view", "{\"page\":\"x\"}").code()).isEqualTo(404);
        await().untilAsserted(() -> assertThat(audit())
                .contains("\"event\":\"logout\",\"source\":\"page\",\"sender\":\"viewer at 127.0.0.1:"));
    }

    /** A browser sends the cookie by itself; the token and the origin show that a page from here asks. */
    @Test
    void whatAnotherSiteCouldSendIsRefused() throws Exception {
        Client client = client(Role.OPERATOR);
        String token = "X-CSRF-Token: " + client.session().get("csrfToken").asString();
        assertThat(client.send("POST", "/api/write", WISH, client.origin(), token)
                        .code())
                .isEqualTo(200);
        for (String[] headers : new String[][] {
            {},
            {client.origin()},
            {token},
            {client.origin(), "X-CSRF-Token: guessed"},
            {"Origin: https://plant.example", token},
            {client.origin().replace("https", "http"), token},
            {client.origin(), token, "Sec-Fetch-Site: cross-site"}
        }) {
            assertThat(client.send("POST", "/api/write", WISH, headers).code())
                    .as("%s", Arrays.toString(headers))
                    .isEqualTo(403);
        }
        assertThat(client.send("POST", "/api/login", "{\"name\":\"viewer\",\"password\":\"x\"}")
                        .code())
                .as("a login by another site")
                .isEqualTo(403);
    }

    @Test
    void whatAUserWritesIsInTheAuditByNameAndAddress() throws Exception {
        assertThat(client(Role.ADMIN).ask("POST", "/api/write", WISH).body()).contains("\"outcome\":\"done\"");
        assertThat(audit()).contains("\"source\":\"page\",\"sender\":\"admin at 127.0.0.1:");
        assertThat(audit()).contains("\"event\":\"login\"", "as admin");
        client(Role.VIEWER).ask("POST", "/api/write", WISH);
        await().untilAsserted(() ->
                assertThat(audit()).contains("viewer may not ask for /api/write, which needs the role operator"));
    }

    @Test
    void aMachineWritesWithTheTokenAndWithoutASession() throws Exception {
        Client machine = client(null);
        assertThat(machine.send("POST", "/api/write", WISH, "Authorization: Bearer " + Plant.TOKEN)
                        .body())
                .contains("\"outcome\":\"done\"");
        assertThat(machine.send("POST", "/api/write", WISH, "Authorization: Bearer another-token-here")
                        .code())
                .isEqualTo(401);
        assertThat(machine.send("POST", "/api/write", WISH).code()).isEqualTo(401);
        assertThat(client(Role.VIEWER)
                        .send("POST", "/api/write", WISH, "Authorization: Bearer another-token-here")
                        .code())
                .isEqualTo(401);
    }

    /** On a plant of its own, as the address is kept out then. */
    @Test
    void wrongPasswordsAreToldInOneWayLimitedAndInTheAudit(@TempDir Path own) throws Exception {
        PageUsers others = new PageUsers(own);
        try (Plant other = others.plant(points(), null)) {
            Client client = others.new Client(other);
            Answer wrong = client.login("operator", "not the password");
            Answer unknown = client.login("unknown-name", "not the password");
            assertThat(wrong.code()).isEqualTo(401);
            assertThat(wrong.body()).contains("wrong name or password").isEqualTo(unknown.body());
            assertThat(wrong.headers().firstValue("Set-Cookie")).isEmpty();
            assertThat(Files.readString(others.audit()))
                    .contains("\"sender\":\"operator at 127.0.0.1:", "(unknown user) at 127.0.0.1:")
                    .contains("Bad_UserAccessDenied", "wrong name or password")
                    .doesNotContain("unknown-name")
                    .doesNotContain("not the password");
            Answer last = wrong;
            for (int i = 0; i < 40 && last.code() == 401; i++) {
                last = client.login("operator", "guess " + i);
            }
            assertThat(last.code()).isEqualTo(429);
            assertThat(last.body()).contains("too many attempts; try again in ");
            assertThat(last.headers().firstValue("Retry-After")).isPresent();
            assertThat(client.login("operator", PageUsers.PASSWORD).code())
                    .as("also the right one has to wait")
                    .isEqualTo(429);
            await().untilAsserted(
                            () -> assertThat(Files.readString(others.audit())).contains("too many attempts to log in"));
            assertThat(other.troubles()).isEmpty();
        }
    }

    @Test
    void aFileOfUsersThatChangesIsReadAgainAndOneThatIsWrongIsNot(@TempDir Path own) throws Exception {
        PageUsers others = new PageUsers(own);
        Path file = others.files().users();
        try (Plant other = others.plant(points(), null)) {
            Client viewer = others.new Client(other);
            Client admin = others.new Client(other);
            viewer.login("viewer", PageUsers.PASSWORD);
            admin.login("admin", PageUsers.PASSWORD);
            UserFile.put(file, new PageUser("viewer", Role.OPERATOR, Passwords.hash(PageUsers.PASSWORD)));
            await().until(() -> !viewer.session().has("role"));
            assertThat(admin.session().get("role").asString()).isEqualTo("admin");
            viewer.login("viewer", PageUsers.PASSWORD);
            assertThat(viewer.session().get("role").asString()).isEqualTo("operator");
            String good = Files.readString(file);
            Files.writeString(file, good + "chef:boss:x\n");
            await().until(() ->
                    other.troubles().stream().anyMatch(text -> text.contains(file + " line 4: unknown role")));
            assertThat(viewer.session().get("role").asString()).isEqualTo("operator");
            assertThat(UserFile.remove(write(file, good), "admin")).isTrue();
            await().until(() -> !admin.session().has("role"));
        }
    }

    private static Path write(Path file, String text) throws IOException {
        return Files.writeString(file, text);
    }

    @Test
    void filesThatAreWrongAreNamedAtTheStart(@TempDir Path own) throws Exception {
        PageUsers others = new PageUsers(own);
        Files.writeString(others.files().users(), "olga:operator\n");
        assertRefused(others, others.files().users() + " line 1: expected NAME:ROLE:HASH");
        Files.writeString(others.files().users(), "# none\n");
        assertRefused(others, "has no users; add one with 'takt user add");
        UserFile.put(others.files().users(), new PageUser("eva", Role.ADMIN, Passwords.hash(PageUsers.PASSWORD)));
        Files.setPosixFilePermissions(others.files().privateKey(), PosixFilePermissions.fromString("rw-r--r--"));
        assertRefused(others, "private key: file " + others.files().privateKey() + " is open to others");
    }

    private static void assertRefused(PageUsers others, String message) {
        PageSettings settings = new PageSettings(InetAddress.getLoopbackAddress(), 0, "x", null, others.files(), false);
        assertThatThrownBy(() -> LivePage.bind(settings, EpochNanoClock.system(), text -> {}))
                .isInstanceOf(UserFile.InvalidException.class)
                .hasMessageContaining(message);
    }

    @Test
    void beyondThisMachineThereIsNoPageWithoutUsers() throws Exception {
        InetAddress all = InetAddress.getByName("0.0.0.0");
        assertThatThrownBy(() -> new PageSettings(all, 0, "x", null, null, false))
                .hasMessageContaining("needs users and a certificate");
    }

    /** Passwords in a log would be worse than none: nothing that was typed is said. */
    @Test
    void aPasswordThatIsTypedAsANameIsNotInTheAudit() throws Exception {
        client(null).login(PageUsers.PASSWORD, PageUsers.PASSWORD);
        assertThat(audit()).contains("(unknown user)").doesNotContain(PageUsers.PASSWORD);
    }

    /** A certificate that is renewed is used for the next connection. */
    @Test
    void aRenewedCertificateIsShownWithoutARestart(@TempDir Path own) throws Exception {
        PageUsers others = new PageUsers(own);
        try (Plant other = others.plant(points(), null)) {
            Path renewed = Files.createDirectory(own.resolve("renewed"));
            TestCertificate next = TestCertificate.create(renewed, "page", "CN=page", "dns:panel.example");
            Files.copy(next.key(), others.files().privateKey(), StandardCopyOption.REPLACE_EXISTING);
            Files.copy(next.certificate(), others.files().certificate(), StandardCopyOption.REPLACE_EXISTING);
            await().until(() -> other.page().address().toString().startsWith("https://panel.example:"));
        }
    }
}
