package io.taktstrom.descriptor;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.taktstrom.model.Endpoint;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ConnectorDescriptorTest {

    private static final Option<String> NET_ID =
            Option.text("amsNetId", new OptionType.Text("\\d+(\\.\\d+){5}", "six numbers"), null, "The AmsNetId.");
    private static final Option<Integer> AMS_PORT = Option.whole("amsPort", 1, 65_535, 851, "The AMS port.");
    private static final Option<String> NOTE = Option.text("note", OptionType.Text.ANY, "", "A note.");
    private static final Option<String> PASSWORD =
            new Option<>("password", OptionType.Text.ANY, "", true, "The password.");

    private static final ConnectorDescriptor ADS = ConnectorDescriptor.of("ads", "TwinCAT ADS", "For tests.")
            .port(48_898)
            .pathOptions(List.of(NET_ID, AMS_PORT))
            .options(List.of(NOTE, PASSWORD))
            .capabilities(Set.of(Capability.READ))
            .addresses("A symbol.", ".+", "MAIN.x")
            .build();

    private static final ConnectorDescriptor OPC = ConnectorDescriptor.of("opc.tcp", "OPC UA", "For tests.")
            .port(4840)
            .pathOptions(List.of(Option.text("path", OptionType.Text.ANY, "", "The path.")))
            .capabilities(Set.of(Capability.READ))
            .addresses("A node.", ".+", "ns=2;s=x")
            .build();

    @Test
    void pathAndCommonOptionsAreOptionsToo() {
        assertThat(ADS.options())
                .extracting(Option::name)
                .containsExactly(
                        "amsNetId",
                        "amsPort",
                        "note",
                        "password",
                        "connectTimeout",
                        "requestTimeout",
                        "heartbeatInterval",
                        "heartbeatTimeout",
                        "browseTimeout",
                        "maxMemory");
        assertThat(ADS.option("amsPort")).isEqualTo(AMS_PORT);
        assertThat(ADS.option("none")).isNull();
    }

    @Test
    void noOptionExistsTwice() {
        Option<String> again = Option.text("note", OptionType.Text.ANY, "other", "Another note.");
        assertThatThrownBy(() -> ConnectorDescriptor.of("x", "X", "")
                        .port(1)
                        .options(List.of(NOTE, again))
                        .capabilities(Set.of())
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("connector x has two options note");
    }

    @Test
    void aUriIsAnEndpoint() {
        Endpoint endpoint = ADS.parse("ads://10.0.0.5:48899/5.1.2.3.1.1:852?requestTimeout=2s&note=a%20b%26c");
        assertThat(endpoint.scheme()).isEqualTo("ads");
        assertThat(endpoint.host()).isEqualTo("10.0.0.5");
        assertThat(endpoint.port()).isEqualTo(48_899);
        assertThat(endpoint.options())
                .containsOnly(
                        Map.entry("amsNetId", "5.1.2.3.1.1"),
                        Map.entry("amsPort", "852"),
                        Map.entry("requestTimeout", "2s"),
                        Map.entry("note", "a b&c"));
    }

    @Test
    void portAndRestOfThePathHaveDefaults() {
        Endpoint endpoint = ADS.parse("ads://plc/5.1.2.3.1.1");
        assertThat(endpoint.port()).isEqualTo(48_898);
        assertThat(AMS_PORT.of(endpoint)).isEqualTo(851);
        assertThat(ADS.parse("ads://plc?amsNetId=5.1.2.3.1.1")).isEqualTo(endpoint);
        assertThat(ADS.parse("ads://plc/5.1.2.3.1.1:851?note=")).isEqualTo(endpoint);
        assertThat(ADS.parse(ADS.uri(endpoint))).isEqualTo(endpoint);
    }

    @Test
    void hostsMayBeNamesOfAnyKindAndIpv6() {
        for (String host : List.of("plc", "my_plc", "plc-3.plant.example", "10.0.0.5", "plc_3")) {
            assertThat(ADS.parse("ads://" + host + ":1/5.1.2.3.1.1").host()).isEqualTo(host);
            assertThat(ADS.parse("ads://" + host + "/5.1.2.3.1.1").port()).isEqualTo(48_898);
        }
        Endpoint v6 = ADS.parse("ads://[fe80::1]:1/5.1.2.3.1.1");
        assertThat(v6.host()).isEqualTo("fe80::1");
        assertThat(v6.port()).isEqualTo(1);
    }

    @Test
    void theUriOfAnEndpointGivesTheEndpointAgainWithoutItsSecrets() {
        Endpoint endpoint = ADS.endpoint(
                "plc", 48_898, Map.of("amsNetId", "5.1.2.3.1.1", "note", "a b&c=d+e%", "password", "hunter2"));
        String uri = ADS.uri(endpoint);
        assertThat(uri).startsWith("ads://plc:48898/5.1.2.3.1.1:851?note=").doesNotContain("hunter2");
        assertThat(NOTE.of(ADS.parse(uri))).isEqualTo("a b&c=d+e%");
        assertThat(PASSWORD.of(ADS.parse(uri))).isEmpty();
    }

    @Test
    void anyTextInPathOrQuerySurvivesTheUri() {
        long seed = 20261121;
        Random random = new Random(seed);
        String letters = "ab/:?&=+%# \u00e4\u20ac.-_~[]@";
        for (int round = 0; round < 2000; round++) {
            Map<String, String> options = new LinkedHashMap<>(Map.of("path", text(random, letters)));
            Endpoint endpoint = OPC.endpoint("plc", 4840, options);
            assertThat(OPC.parse(OPC.uri(endpoint)))
                    .as("seed %d, round %d: %s", seed, round, OPC.uri(endpoint))
                    .isEqualTo(endpoint);
            Endpoint noted = ADS.endpoint(
                    "plc", 1, Map.of("amsNetId", "5.1.2.3.1.1", "amsPort", "1", "note", text(random, letters)));
            assertThat(ADS.parse(ADS.uri(noted)))
                    .as("seed %d, round %d: %s", seed, round, ADS.uri(noted))
                    .isEqualTo(noted);
        }
        assertThat(OPC.parse("opc.tcp://plc:4840/a/b").options()).containsEntry("path", "a/b");
    }

    private static String text(Random random, String letters) {
        StringBuilder text = new StringBuilder();
        for (int i = 1 + random.nextInt(8); i > 0; i--) {
            text.append(letters.charAt(random.nextInt(letters.length())));
        }
        return text.toString();
    }

    @Test
    void aUriThatIsWrongIsAnsweredWithTheRightForm() {
        String form = "; write ads://HOST[:48898]/amsNetId:amsPort[?OPTION=VALUE&...]";
        assertWrong("s7://plc", "'s7://plc' is no TwinCAT ADS endpoint: ");
        assertWrong("s7://plc", form);
        assertWrong("plc", form);
        assertWrong("ads:plc", form);
        assertWrong("ads://", form);
        assertWrong("ads:///5.1.2.3.1.1", form);
        assertWrong("ads://pl c/5.1.2.3.1.1", form);
        assertWrong("ads://plc/5.1.2.3.1.1:851:7", "option amsPort: '851:7' is not a whole number");
        assertWrong("ads://plc/5.1.2.3.1.1?note", "part 1 of its query is not option=value");
        assertWrong("ads://plc/5.1.2.3.1.1?=x", "is not option=value");
        assertWrong("ads://plc:x/5.1.2.3.1.1", form);
        assertWrong("ads://plc:99999/5.1.2.3.1.1", "port 99999 is outside 1..65535");
        assertWrong("ads://plc:0/5.1.2.3.1.1", "port 0 is outside 1..65535");
        assertWrong("ads://plc/5.1.2.3.1.1#part", form);
        assertWrong("ads://plc/5.1.2.3.1.1?note=100%", "a % is not followed by two hexadecimal digits");
    }

    @Test
    void nothingIsPassedOver() {
        assertWrong("ads://user@plc/5.1.2.3.1.1", "a user");
        assertWrong("ads://plc/5.1.2.3.1.1?note=a&note=b", "option note is given twice");
        assertWrong("ads://plc/5.1.2.3.1.1?amsNetId=1.1.1.1.1.1", "option amsNetId is given twice");
        assertWrong(
                "ads://plc/5.1.2.3.1.1:851?nonsense=1", "ads://plc:48898 has no option nonsense; there are amsNetId, ");
        assertWrong(
                "ads://plc/5.1.2.3.1.1:851?requestTimout=2s",
                "ads://plc:48898 has no option requestTimout; did you mean 'requestTimeout'?");
    }

    @Test
    void allThatIsWrongIsSaidAtOnce() {
        assertThatThrownBy(() -> ADS.parse("ads://plc/5.1:99999?nonsense=1&requestTimeout=1"))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .hasLineCount(1)
                .contains("option amsNetId: '5.1' is not six numbers")
                .contains("option amsPort: '99999' is not a whole number")
                .contains("option requestTimeout: '1' is not a duration")
                .contains("has no option nonsense");
    }

    @Test
    void aMessageShowsNoSecret() {
        for (String uri : List.of(
                "ads://plc/5.1.2.3.1.1?password=hunter2%",
                "ads://pl c/5.1.2.3.1.1?password=hunter2",
                "s7://plc?password=hunter2",
                "ads://plc/5.1.2.3.1.1?password=hunter2&note",
                "ads://me:hunter2@plc/5.1.2.3.1.1",
                "ads://plc/5.1.2.3.1.1?password=hunter2&password=hunter2")) {
            assertThatThrownBy(() -> ADS.parse(uri))
                    .as(uri)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasStackTraceContaining("ads")
                    .satisfies(e -> assertThat(stackTrace(e)).doesNotContain("hunter2"));
        }
    }

    @Test
    void aSecretInAUriThatOthersSeeIsRefusedUnlessItIsAReference() {
        assertThatThrownBy(() -> ADS.parseSeen("ads://plc/5.1.2.3.1.1?password=hunter2"))
                .hasMessageContaining("password=${env:NAME}")
                .satisfies(e -> assertThat(stackTrace(e)).doesNotContain("hunter2"));
        assertThatThrownBy(() -> ADS.parse("ads://plc/5.1.2.3.1.1?password=${env:TAKT_NOT_SET}"))
                .hasMessageContaining("option password: environment variable TAKT_NOT_SET is not set");
        assertThatThrownBy(() -> ADS.parse("ads://plc/5.1.2.3.1.1?note=${hunter2}"))
                .hasMessageContaining("option note: is not a reference of a known form")
                .satisfies(e -> assertThat(stackTrace(e)).doesNotContain("hunter2"));
        String variable = System.getenv().keySet().stream()
                .filter(name -> name.matches("[A-Z]+"))
                .findFirst()
                .orElseThrow();
        Endpoint endpoint = ADS.parseSeen("ads://plc/5.1.2.3.1.1?password=${env:" + variable + "}&note=plain");
        assertThat(PASSWORD.of(endpoint)).isEqualTo(System.getenv(variable));
        assertThat(ADS.parseSeen("ads://plc/5.1.2.3.1.1?password=")).isEqualTo(ADS.parse("ads://plc/5.1.2.3.1.1"));
    }

    private static String stackTrace(Throwable e) {
        StringWriter text = new StringWriter();
        e.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private static void assertWrong(String uri, String message) {
        assertThatThrownBy(() -> ADS.parse(uri))
                .as(uri)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
