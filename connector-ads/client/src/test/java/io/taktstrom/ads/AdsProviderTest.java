package io.taktstrom.ads;

import java.util.Map;

import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.InvalidRequestException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AdsProviderTest {

    private final AdsProvider provider = new AdsProvider();
    private final Endpoint endpoint = provider.descriptor().parse("ads://127.0.0.1:1/5.1.2.3.1.1:851");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MAIN.speed",
                ".global",
                "MAIN.matrix[1, -2].x",
                "MAIN.p^.next^.value",
                "Term 1 (EK1100).InfoData.State",
                "MAIN.rows[1][2]",
                "0x4020:0x10:DINT",
                "16416:16:ARRAY[0..3] OF INT",
                "0x4020:0:STRING(20)"
            })
    void whatCanBeAnAddressPasses(String address) {
        assertThat(provider.validate(endpoint, DataPoint.of(address))).isEmpty();
        assertThat(address).matches(provider.descriptor().addresses().pattern());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MAIN.",
                "?!",
                "MAIN..x",
                "MAIN.x[",
                "MAIN.x[]",
                "MAIN.x[i]",
                "MAIN.x[1",
                "MAIN.x]",
                "4711",
                "0x4020:",
                "0x4020:MAIN.x",
                "0x123456789:0:INT",
                "4294967296:0:INT",
                "0x4020:0:FLOAT"
            })
    void whatCanBeNoneIsRefusedWithWhatWouldBeRight(String address) {
        assertThat(provider.validate(endpoint, DataPoint.of(address))).isPresent();
    }

    @Test
    void numbersNeedATypeAndAgreeWithTheDeclaredOne() {
        DataPoint untyped = DataPoint.of("0x4020:16");
        assertThat(provider.validate(endpoint, untyped))
                .hasValueSatisfying(text -> assertThat(text).contains("needs a type", "0x4020:16:DINT"));
        assertThat(provider.validate(endpoint, untyped.withType(DataType.parse("DINT"))))
                .isEmpty();
        assertThat(provider.validate(endpoint, DataPoint.of("0x4020:16:REAL").withType(DataType.parse("DINT"))))
                .hasValueSatisfying(text -> assertThat(text).contains("DINT", "make both the same"));
    }

    @Test
    void aLibraryInAProcessOfItsOwnIsRefusedWithTheAlternatives() {
        assertThatThrownBy(() -> provider.descriptor().endpoint("plc", 48898, Map.of("isolation", "process")))
                .hasMessageContaining("isolation")
                .hasMessageContaining("no longer supported")
                .hasMessageContaining("backend java");
        assertThatThrownBy(() -> provider.descriptor().endpoint("plc", 48898, Map.of("isolation", "thred")))
                .hasMessageContaining("thread");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jna", "jni", "adstojava", "ffm"})
    void aBackendThatIsNotThereSaysWhichJarBringsIt(String backend) {
        Endpoint wanted = provider.descriptor()
                .endpoint("127.0.0.1", 1, Map.of("amsNetId", "5.1.2.3.1.1", "amsPort", "851", "backend", backend));
        assertThatThrownBy(() -> provider.connect(wanted, ConnectContext.standard()))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("add the jar connector-ads-" + (backend.equals("adstojava") ? "jni" : backend))
                .hasMessageContaining("backend java, which needs none");
    }

    /** Each option is right by itself; the file is refused when it is validated, and so is a URI. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    security=ca&backend=jna                 | security needs backend: java
                    security=psk&pskIdentity=a              | security: psk needs pskIdentity and pskPassword
                    security=self-signed&router=local       | security needs router: direct
                    security=ca&certificate=a.pem           | give both certificate and key, or neither
                    pskIdentity=a                           | have no effect with security: none
                    """)
    void optionsOfSecurityThatDoNotGoTogetherAreRefused(String options, String why) {
        assertThatThrownBy(() -> provider.descriptor().parse("ads://plc/5.1.2.3.1.1?" + options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ads://plc")
                .hasMessageContaining(why.replace("backend: java", "backend java"));
    }

    @ParameterizedTest
    @CsvSource({
        "ads://plc/5.1.2.3.1.1,48898",
        "ads://plc/5.1.2.3.1.1?security=ca,8016",
        "ads://plc:9/5.1.2.3.1.1?security=ca,9"
    })
    void securityHasAPortOfItsOwn(String uri, int port) {
        assertThat(AdsProvider.settings(provider.descriptor().parse(uri)).port())
                .isEqualTo(port);
    }
}
