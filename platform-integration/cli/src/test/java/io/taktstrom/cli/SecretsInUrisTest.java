package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.descriptor.Option;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectorProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a command line holds, {@code ps} shows to everybody: secrets are referred to, and shown nowhere. */
class SecretsInUrisTest {

    private static final String SECRET = "hunter2-open-sesame";
    private static final String LITERAL = "hostile://plc?password=" + SECRET;

    @TempDir
    Path directory;

    private String secret(String text, String mode) {
        try {
            Path file = Files.writeString(directory.resolve("secret"), text + "\n");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
            return "${file:" + file + "}";
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static Stream<List<String>> commands() {
        return Stream.of(
                List.of("read", LITERAL, "a"),
                List.of("-v", "read", LITERAL, "a"),
                List.of("watch", LITERAL, "a", "--seconds", "1"),
                List.of("write", LITERAL, "a=1", "--yes"),
                List.of("browse", LITERAL),
                List.of("browse", LITERAL, "--points"),
                List.of("call", "--yes", LITERAL, "a", "b"),
                List.of("history", LITERAL, "a"),
                List.of("doctor", LITERAL),
                List.of("read", "s7://127.0.0.1:1?password=" + SECRET, "DB1.DBW0"),
                List.of("read", "opc.tcp://127.0.0.1:1?security=none&user=me&password=" + SECRET, "i=85"),
                List.of("read", "opc.tcp://me:" + SECRET + "@127.0.0.1:1", "i=85"),
                List.of("read", LITERAL + "&rack=x", "a"),
                List.of("read", "hostile://plc?password=%68unter2", "a"));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void aSecretInAUriIsRefusedWithTheRemedyAndNotRepeated(List<String> command) {
        Ran ran = Ran.takt(command.toArray(String[]::new));
        assertThat(ran.code()).isNotEqualTo(ExitCode.GOOD);
        assertThat(ran.err() + ran.out()).doesNotContain(SECRET);
        if (!String.join(" ", command).contains("@")) {
            assertThat(ran.err() + ran.out()).contains("password=${env:NAME}", "password=${file:PATH}");
        }
    }

    @Test
    void aReferenceIsFollowedAndTheSecretIsShownNowhere() {
        String uri = "hostile://plc?password=" + secret(SECRET, "rw-------");
        for (List<String> command : List.of(
                List.of("-v", "read", uri, "a"),
                List.of("browse", uri),
                List.of("watch", uri, "a", "--seconds", "0.3"),
                List.of("doctor", uri),
                List.of("read", uri + "&fail=connect", "a"),
                List.of("-v", "read", uri + "&fail=unchecked", "a"))) {
            HostileProvider.lastEndpoint = new Endpoint("hostile", "none", 1, java.util.Map.of());
            Ran ran = Ran.takt(command.toArray(String[]::new));
            assertThat(HostileProvider.lastEndpoint.options()).as("%s", command).containsEntry("password", SECRET);
            assertThat(ran.out() + ran.err() + HostileProvider.lastEndpoint)
                    .as("%s", command)
                    .doesNotContain(SECRET);
        }
    }

    @Test
    void theQuestionBeforeAWriteShowsWhereTheSecretStands() {
        String uri = "hostile://plc?password=" + secret(SECRET, "rw-------");
        Ran ran = Ran.taktAnswering("n\n", "write", uri, "a=1");
        assertThat(ran.err())
                .contains("Write to " + uri + "?", "nothing was written")
                .doesNotContain(SECRET);
    }

    @Test
    void aVariableWorksAsWell() {
        String name = System.getenv().keySet().stream()
                .filter(variable -> variable.matches("[A-Z]+"))
                .findFirst()
                .orElseThrow();
        Ran.takt("read", "hostile://plc?password=${env:" + name + "}", "a");
        assertThat(HostileProvider.lastEndpoint.options().getOrDefault("password", ""))
                .isEqualTo(System.getenv(name));
        Ran unset = Ran.takt("read", "hostile://plc?password=${env:TAKT_NOT_SET}", "a")
                .expect(ExitCode.WRONG_USE);
        assertThat(unset.err()).contains("option password: environment variable TAKT_NOT_SET is not set");
    }

    @Test
    void aFileThatOthersCanReadIsRefused() {
        for (String mode : List.of("rw-r-----", "rw----r--", "rw--w----")) {
            Ran ran = Ran.takt("read", "hostile://plc?password=" + secret(SECRET, mode), "a")
                    .expect(ExitCode.WRONG_USE);
            assertThat(ran.err())
                    .contains("is open to others (" + mode + "); chmod 600 ")
                    .doesNotContain(SECRET);
        }
    }

    @Test
    void whatAReferenceHoldsIsNotShownWhereItDoesNotFit() {
        Ran ran = Ran.takt("read", "hostile://plc?rack=" + secret(SECRET, "rw-------"), "a")
                .expect(ExitCode.WRONG_USE);
        assertThat(ran.err())
                .contains("option rack: what ${file:", "holds is not a whole number")
                .doesNotContain(SECRET);
    }

    static Stream<ConnectorDescriptor> connectors() {
        return ServiceLoader.load(ConnectorProvider.class).stream()
                .map(provider -> provider.get().descriptor());
    }

    @ParameterizedTest
    @MethodSource("connectors")
    void everyOptionOfEveryConnectorMayBeAReference(ConnectorDescriptor connector) {
        String netId = connector.scheme().equals("ads") ? "/5.1.2.3.1.1" : "";
        for (Option<?> option : connector.options()) {
            String value = option.secret() ? "sesame" : option.defaultText();
            if (option.name().equals("amsNetId")) {
                continue;
            }
            String uri = connector.scheme() + "://plc" + netId + "?" + option.name() + "="
                    + secret(value == null ? "" : value, "rw-------");
            assertThat(option.of(connector.parseSeen(uri)))
                    .as(option.name())
                    .isEqualTo(option.type().parse(value == null ? "" : value));
        }
    }

    @Test
    void aPartOfThePathMayBeAReference() {
        ConnectorDescriptor ads = connectors()
                .filter(connector -> connector.scheme().equals("ads"))
                .findFirst()
                .orElseThrow();
        String reference = secret("5.1.2.3.1.1", "rw-------");
        assertThat(ads.parseSeen("ads://plc/" + reference + ":852").options())
                .containsEntry("amsNetId", "5.1.2.3.1.1")
                .containsEntry("amsPort", "852");
    }
}
