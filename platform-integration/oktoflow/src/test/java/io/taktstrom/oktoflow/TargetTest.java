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

class TargetTest {

    private static final String NET_ID = "5.1.2.3.1.1";

    @TempDir
    private Path folder;

    private static Target of(String scheme, PlatformParameters parameters) {
        return Target.of(Connectors.provider(scheme), parameters, TargetTest.class.getClassLoader());
    }

    @Test
    void hostPortPathAndSettingsMakeAnEndpoint() {
        Target ads = of(
                "ads",
                PlatformParameters.of("10.0.0.5", 48_898)
                        .withPath("/" + NET_ID + ":801")
                        .withSettings(Map.of("localAmsNetId", "10.0.0.9.1.1", "cycle", "250us", "maxDelay", "5ms")));
        assertThat(ads.endpoint()).hasToString("ads://10.0.0.5:48898");
        assertThat(ads.endpoint().options())
                .containsEntry("amsNetId", NET_ID)
                .containsEntry("amsPort", "801")
                .containsEntry("localAmsNetId", "10.0.0.9.1.1")
                .doesNotContainKey("cycle");
        assertThat(ads.cycle()).isEqualTo(Duration.ofNanos(250_000));
        assertThat(ads.maxDelay()).isEqualTo(Duration.ofMillis(5));
        assertThat(of("s7", PlatformParameters.of("10.0.0.7", 0).withSettings(Map.of("rack", "1", "slot", "2")))
                        .endpoint()
                        .options())
                .containsEntry("rack", "1")
                .containsEntry("slot", "2");
        assertThat(of("s7", PlatformParameters.of("10.0.0.7", 0)).endpoint().port())
                .isEqualTo(102);
        assertThat(of("opc.tcp", PlatformParameters.of("plc", 4840).withPath("UA/Press"))
                        .endpoint()
                        .options())
                .containsEntry("path", "UA/Press");
    }

    @Test
    void aHostMayBeAWholeEndpointForThatIsAllThatAGeneratedApplicationHandsOver() {
        Target ads = of(
                "ads",
                PlatformParameters.of(
                        "ads://10.0.0.5:48899/" + NET_ID + ":851?maxInFlight=2&points=a%20%3D%20MAIN.a&cycle=1ms", 0));
        assertThat(ads.endpoint().port()).isEqualTo(48_899);
        assertThat(ads.endpoint().options()).containsEntry("maxInFlight", "2").doesNotContainKey("points");
        assertThat(ads.points().addresses()).containsExactly(Map.entry("a", "MAIN.a"));
        assertThat(ads.cycle()).isEqualTo(Duration.ofMillis(1));
    }

    @Test
    void aNetIdAsHostIsRefusedWithWhatWouldBeRight() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("ads", PlatformParameters.of(NET_ID, 851)))
                .withMessageContaining("is an AmsNetId")
                .withMessageContaining("ads://ADDRESS:48898/5.1.2.3.1.1:851");
    }

    @Test
    void wrongSettingsAreRefusedWithAGuess() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        of("s7", PlatformParameters.of("10.0.0.7", 0).withSettings(Map.of("racks", "1", "slot", "99"))))
                .withMessageContaining("racks")
                .withMessageContaining("rack")
                .withMessageContaining("99");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("s7", PlatformParameters.of("10.0.0.7", 0).withSettings(Map.of("cycle", "soon"))))
                .withMessageContaining("cycle");
    }

    @Test
    void anIdentityBecomesTheLoginThatTheProtocolHas() {
        PlatformParameters.Login login = new PlatformParameters.Login("operator", "geheim");
        PlatformParameters plain = PlatformParameters.of("10.0.0.7", 0).withLogin(login);
        assertThat(of("opc.tcp", plain).endpoint().options())
                .containsEntry("user", "operator")
                .containsEntry("password", "geheim");
        assertThat(of("s7", plain).endpoint().options())
                .containsEntry("password", "geheim")
                .doesNotContainKey("user");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("ads", plain.withPath(NET_ID)))
                .withMessageContaining("knows no users")
                .withMessageNotContaining("geheim");
        assertThat(login.toString()).doesNotContain("geheim");
    }

    @Test
    void nothingGoesOutInPlainTextWhereTheModelAsksForEncryption() {
        PlatformParameters wanted = PlatformParameters.of("10.0.0.7", 0).withKeystoreKey("machines");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("s7", wanted))
                .withMessageContaining("machines asks for encryption");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("opc.tcp", wanted))
                .withMessageContaining("specific setting pki");
        assertThat(of("opc.tcp", wanted.withSettings(Map.of("pki", "certificates")))
                        .endpoint()
                        .options())
                .containsEntry("pki", "certificates");
    }

    @Test
    void pointsComeFromTextOrFromAFile() throws Exception {
        Path file = Files.writeString(
                folder.resolve("press.points"), "# press\n\nspeed = DB1.DBD4:REAL\nname=DB1.DBB8:STRING(8)\n");
        PlatformParameters press = PlatformParameters.of("10.0.0.7", 0);
        assertThat(of("s7", press.withSettings(Map.of("points", file.toString())))
                        .points()
                        .addresses())
                .containsExactly(Map.entry("speed", "DB1.DBD4:REAL"), Map.entry("name", "DB1.DBB8:STRING(8)"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("s7", press.withSettings(Map.of("points", "no.points"))))
                .withMessageContaining("'no.points' is neither a resource of the application nor a file");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("s7", press.withSettings(Map.of("points", "a = MW4\nb\n"))))
                .withMessageContaining("line 2: 'b' is not name = address");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("s7", press.withSettings(Map.of("points", "a = MW4\na = MW6"))))
                .withMessageContaining("line 2")
                .withMessageContaining("duplicate name a");
    }
}
