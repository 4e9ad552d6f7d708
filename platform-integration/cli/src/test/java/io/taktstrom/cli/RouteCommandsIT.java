package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;

import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.cli.shell.ExitCode;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Discovery and routes, on a simulated PLC that accepts no client without a route. */
class RouteCommandsIT {

    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    Path directory;

    @AutoClose
    private AdsSimulator plc;

    private String uri;
    private String udpPort;

    @BeforeEach
    void start() throws IOException {
        plc = AdsSimulator.builder()
                .model(AdsModel.demo())
                .netId(AmsNetId.parse("5.1.2.3.1.1"))
                .udp(true)
                .login("Administrator", "route-open-sesame")
                .routeRequired(true)
                .start();
        uri = plc.endpointUri();
        udpPort = Integer.toString(plc.udpAddress().getPort());
    }

    private Path secret(String text, String mode) throws IOException {
        Path file = directory.resolve("secret");
        Files.writeString(file, text + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        return file;
    }

    private Ran add(String... more) throws IOException {
        String password = "${file:" + secret("route-open-sesame", "rw-------") + "}";
        return Ran.takt(Stream.concat(
                        Stream.of("route", "add", uri, "--udp-port", udpPort, "--password", password), Stream.of(more))
                .toArray(String[]::new));
    }

    @Test
    void aDeviceIsFoundByItsAddress() {
        Ran ran =
                Ran.takt("discover", "ads", "127.0.0.1", "--udp-port", udpPort).expect(ExitCode.GOOD);
        assertThat(ran.lines())
                .containsExactly(
                        "ADDRESS    NET ID       HOST NAME  TWIN CAT  SYSTEM",
                        "127.0.0.1  5.1.2.3.1.1  SIMULATOR  3.1.4024  Windows 10.0.19045");
        JsonNode found = JSON.readTree(Ran.takt("discover", "ads", "127.0.0.1", "--udp-port", udpPort, "--json")
                .out());
        assertThat(found.propertyNames())
                .containsExactly("address", "netId", "hostName", "twinCat", "system", "fingerprint");
        assertThat(found.get("netId").stringValue()).isEqualTo("5.1.2.3.1.1");
    }

    @Test
    void aDeviceThatDoesNotAnswerFailsWithARemedy() {
        plc.close();
        Ran ran = Ran.takt("discover", "ads", "127.0.0.1", "--udp-port", udpPort, "--seconds", "0.3")
                .expect(ExitCode.FAILED);
        assertThat(ran.err()).contains("127.0.0.1:" + udpPort + "/udp", "system service");
    }

    @Test
    void aRouteIsAddedThenTheDeviceAnswersThenItIsListedAndRemoved() throws IOException {
        Ran.takt("read", uri, "GVL.nSerial").expect(ExitCode.FAILED);

        Ran added = add("--name", "line7", "--json");
        assertThat(added.code()).isEqualTo(ExitCode.GOOD);
        assertThat(added.err()).contains("in clear text").doesNotContain("route-open-sesame");
        assertThat(JSON.readTree(added.out()).toString())
                .isEqualTo("{\"device\":\"" + uri + "\",\"route\":\"line7\",\"netId\":\"127.0.0.1.1.1\","
                        + "\"address\":\"127.0.0.1\",\"temporary\":false}");
        assertThat(Ran.takt("read", uri, "GVL.nSerial").out()).contains("4711");

        assertThat(Ran.takt("route", "list", uri).lines())
                .containsExactly(
                        "ROUTE  NET ID         ADDRESS    TRANSPORT  TEMPORARY",
                        "line7  127.0.0.1.1.1  127.0.0.1  TCP/IP");
        assertThat(JSON.readTree(Ran.takt("route", "list", uri, "--json").out()).toString())
                .isEqualTo("{\"route\":\"line7\",\"netId\":\"127.0.0.1.1.1\",\"address\":\"127.0.0.1\","
                        + "\"transport\":\"TCP/IP\",\"temporary\":false}");

        Ran unknown = Ran.takt("route", "remove", uri, "line8").expect(ExitCode.FAILED);
        assertThat(unknown.err()).contains("route not found");
        assertThat(Ran.takt("route", "remove", uri, "line7").out()).contains("removed route line7");
        assertThat(plc.routes()).isEmpty();
        Ran.takt("read", uri, "GVL.nSerial").expect(ExitCode.FAILED);
    }

    @Test
    void thePasswordIsAskedFor() {
        Ran ran = Ran.taktAnswering("route-open-sesame\n", "route", "add", uri, "--udp-port", udpPort, "--temporary")
                .expect(ExitCode.GOOD);
        assertThat(ran.err()).contains("clear text").contains("Password of Administrator at " + uri + ": ");
        assertThat(plc.routes()).singleElement().matches(route -> route.isTemporary());
    }

    @Test
    void aWrongPasswordFails() {
        Ran ran = Ran.taktAnswering("a guess\n", "route", "add", "127.0.0.1", "--udp-port", udpPort)
                .expect(ExitCode.FAILED);
        assertThat(ran.err())
                .contains("0x704 user Administrator or the password is wrong")
                .doesNotContain("a guess");
        assertThat(plc.routes()).isEmpty();
    }

    @Test
    void aPasswordOnTheCommandLineIsRefusedAndNotRepeated() {
        Ran ran = Ran.takt("route", "add", uri, "--udp-port", udpPort, "--password", "route-open-sesame")
                .expect(ExitCode.WRONG_USE);
        assertThat(ran.err()).contains("${env:NAME}").doesNotContain("route-open-sesame");
        assertThat(plc.routes()).isEmpty();
    }

    @Test
    void withoutATerminalAReferenceIsNeeded() {
        Ran ran = Ran.takt("route", "add", uri, "--udp-port", udpPort).expect(ExitCode.WRONG_USE);
        assertThat(ran.err()).contains("cannot ask for the password");
    }

    @Test
    void aPasswordFileThatOthersCanReadIsRefused() throws IOException {
        Path open = secret("route-open-sesame", "rw-r--r--");
        Ran ran = Ran.takt("route", "add", uri, "--udp-port", udpPort, "--password", "${file:" + open + "}")
                .expect(ExitCode.WRONG_USE);
        assertThat(ran.err()).contains("chmod 600");
    }

    @Test
    void aVariableThatIsNotSetIsWrongUse() {
        Ran ran = Ran.takt("route", "add", uri, "--udp-port", udpPort, "--password", "${env:TAKT_NOT_SET}")
                .expect(ExitCode.WRONG_USE);
        assertThat(ran.err()).contains("TAKT_NOT_SET is not set");
    }

    @Test
    void behindNatTheRouteNamesWhatTheDeviceSees() throws IOException {
        assertThat(add("--address", "192.168.7.1", "--net-id", "10.0.0.9.1.1").code())
                .isEqualTo(ExitCode.GOOD);
        assertThat(plc.routes())
                .singleElement()
                .matches(route -> route.address().equals("192.168.7.1"))
                .matches(route -> route.netId().equals(AmsNetId.parse("10.0.0.9.1.1")));
    }

    @Test
    void anImpossibleRouteIsWrongUse() throws IOException {
        Ran ran = add("--name", "a name that is by far too long for a route");
        assertThat(ran.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(ran.err()).contains("1 to 31 ASCII characters");
    }
}
