package io.taktstrom.oktoflow;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import io.taktstrom.spi.Connectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class DeviceTargetTest {

    private static final String NET_ID = "5.1.2.3.1.1";

    @TempDir
    private Path folder;

    private static DeviceTarget of(String scheme, PlatformParameters parameters) {
        return DeviceTarget.of(Connectors.provider(scheme), parameters, DeviceTargetTest.class.getClassLoader());
    }

    private static PlatformParameters with(String host, int port, Map<String, String> settings) {
        return new PlatformParameters(host, port, "", 0, null, null, settings);
    }

    @Test
    void hostPortPathAndSettingsMakeAnEndpoint() {
        DeviceTarget ads = of(
                "ads",
                new PlatformParameters(
                        "10.0.0.5",
                        48_898,
                        "/" + NET_ID + ":801",
                        0,
                        null,
                        null,
                        Map.of("localAmsNetId", "10.0.0.9.1.1", "cycle", "250us", "maxDelay", "5ms")));
        assertThat(ads.endpoint()).hasToString("ads://10.0.0.5:48898");
        assertThat(ads.endpoint().options())
                .containsEntry("amsNetId", NET_ID)
                .containsEntry("amsPort", "801")
                .containsEntry("localAmsNetId", "10.0.0.9.1.1")
                .doesNotContainKey("cycle");
        assertThat(ads.cycle()).isEqualTo(Duration.ofNanos(250_000));
        assertThat(ads.maxDelay()).isEqualTo(Duration.ofMillis(5));
        assertThat(of("s7", with("10.0.0.7", 0, Map.of("rack", "1", "slot", "2")))
                        .endpoint()
                        .options())
                .containsEntry("rack", "1")
                .containsEntry("slot", "2");
        assertThat(of("s7", with("10.0.0.7", 0, Map.of())).endpoint().port()).isEqualTo(102);
        assertThat(of("opc.tcp", new PlatformParameters("plc", 4840, "UA/Press", 0, null, null, Map.of()))
                        .endpoint()
                        .options())
                .containsEntry("path", "UA/Press");
    }

    @Test
    void aHostMayBeAWholeEndpointForThatIsAllThatAGeneratedApplicationHandsOver() {
        DeviceTarget ads = of(
                "ads",
                with(
                        "ads://10.0.0.5:48899/" + NET_ID + ":851?maxInFlight=2&points=a%20%3D%20MAIN.a&cycle=1ms",
                        0,
                        Map.of()));
        assertThat(ads.endpoint().port()).isEqualTo(48_899);
        assertThat(ads.endpoint().options()).containsEntry("maxInFlight", "2").doesNotContainKey("points");
        assertThat(ads.points().addresses()).containsExactly(Map.entry("a", "MAIN.a"));
        assertThat(ads.cycle()).isEqualTo(Duration.ofMillis(1));
    }

    @Test
    void aNetIdAsHostIsRefusedWithWhatWouldBeRight() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("ads", with(NET_ID, 851, Map.of())))
                .withMessageContaining("is an AmsNetId")
                .withMessageContaining("ads://ADDRESS:48898/5.1.2.3.1.1:851");
    }

    @Test
    void wrongSettingsAreRefusedWithAGuess() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("s7", with("10.0.0.7", 0, Map.of("racks", "1", "slot", "99"))))
                .withMessageContaining("racks")
                .withMessageContaining("rack")
                .withMessageContaining("99");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("s7", with("10.0.0.7", 0, Map.of("cycle", "soon"))))
                .withMessageContaining("cycle");
    }

    @Test
    void anIdentityBecomesTheLoginThatTheProtocolHas() {
        PlatformParameters.Login login = new PlatformParameters.Login("operator", "geheim");
        PlatformParameters plain = new PlatformParameters("10.0.0.7", 0, "", 0, login, null, Map.of());
        assertThat(of("opc.tcp", plain).endpoint().options())
                .containsEntry("user", "operator")
                .containsEntry("password", "geheim");
        assertThat(of("s7", plain).endpoint().options())
                .containsEntry("password", "geheim")
                .doesNotContainKey("user");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("ads", new PlatformParameters("10.0.0.7", 0, NET_ID, 0, login, null, Map.of())))
                .withMessageContaining("knows no users")
                .withMessageNotContaining("geheim");
        assertThat(login.toString()).doesNotContain("geheim");
    }

    @Test
    void nothingGoesOutInPlainTextWhereTheModelAsksForEncryption() {
        PlatformParameters wanted = new PlatformParameters("10.0.0.7", 0, "", 0, null, "machines", Map.of());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("s7", wanted))
                .withMessageContaining("machines asks for encryption");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("opc.tcp", wanted))
                .withMessageContaining("specific setting pki");
        assertThat(of(
                                "opc.tcp",
                                new PlatformParameters(
                                        "10.0.0.7", 0, "", 0, null, "machines", Map.of("pki", "certificates")))
                        .endpoint()
                        .options())
                .containsEntry("pki", "certificates");
    }

    @Test
    void pointsComeFromTextOrFromAFile() throws Exception {
        Path file = Files.writeString(
                folder.resolve("press.points"), "# press\n\nspeed = DB1.DBD4:REAL\nname=DB1.DBB8:STRING(8)\n");
        assertThat(of("s7", with("10.0.0.7", 0, Map.of("points", file.toString())))
                        .points()
                        .addresses())
                .containsExactly(Map.entry("speed", "DB1.DBD4:REAL"), Map.entry("name", "DB1.DBB8:STRING(8)"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("s7", with("10.0.0.7", 0, Map.of("points", "no.points"))))
                .withMessageContaining("'no.points' is neither a resource of the application nor a file");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("s7", with("10.0.0.7", 0, Map.of("points", "a = MW4\nb\n"))))
                .withMessageContaining("line 2: 'b' is not name = address");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("s7", with("10.0.0.7", 0, Map.of("points", "a = MW4\na = MW6"))))
                .withMessageContaining("line 2")
                .withMessageContaining("duplicate name a");
    }
}
