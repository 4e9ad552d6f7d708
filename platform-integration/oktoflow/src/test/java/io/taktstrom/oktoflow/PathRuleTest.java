package io.taktstrom.oktoflow;

import io.taktstrom.spi.Connectors;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PathRuleTest {

    private static final PathRule ADS = PathRule.of(Connectors.provider("ads"));
    private static final PathRule OPC_UA = PathRule.of(Connectors.provider("opc.tcp"));

    @Test
    void eachProtocolHasItsSeparator() {
        assertThat(ADS.separator()).isEqualTo(".");
        assertThat(OPC_UA.separator()).isEqualTo("/");
    }

    @Test
    void pathsMayEndInASeparatorOrNot() {
        assertThat(ADS.join("MAIN", "speed")).isEqualTo("MAIN.speed");
        assertThat(ADS.join("MAIN.", "speed")).isEqualTo("MAIN.speed");
        assertThat(ADS.join("MAIN/", "speed")).isEqualTo("MAIN.speed");
        assertThat(ADS.join("MAIN.axis", "[3]")).isEqualTo("MAIN.axis[3]");
        assertThat(ADS.join("", "speed")).isEqualTo("speed");
        assertThat(ADS.join("MAIN", "")).isEqualTo("MAIN");
        assertThat(OPC_UA.join("Objects/Press/", "Speed")).isEqualTo("Objects/Press/Speed");
        assertThat(OPC_UA.join("", "Objects/Press//Speed")).isEqualTo("Objects/Press/Speed");
        assertThat(OPC_UA.join("Objects/Press/", "ns=2;s=Press.Speed")).isEqualTo("ns=2;s=Press.Speed");
    }

    @Test
    void whatIsSteppedIntoIsSteppedOutOf() {
        assertThat(ADS.parent(ADS.join("MAIN.axis", "speed"))).isEqualTo("MAIN.axis");
        assertThat(OPC_UA.parent("Objects/Press")).isEqualTo("Objects");
        assertThat(OPC_UA.parent("Objects")).isEmpty();
    }

    @Test
    void namesMayRepeatThePathThatLeadsToThem() {
        assertThat(PathRule.repeated("/Objects/Press/Speed"))
                .isEqualTo("/Objects" + "/Objects/Press" + "/Objects/Press/Speed");
        assertThat(PathRule.repeated("/Objects")).isEqualTo("/Objects");
    }

    @Test
    void aNameWithoutAPointBookIsAnAddress() {
        assertThat(ADS.address("MAIN/axis/speed")).isEqualTo("MAIN.axis.speed");
        assertThat(OPC_UA.address("Objects/Press/Speed")).isEqualTo("/Objects/Press/Speed");
        assertThat(OPC_UA.isComplete("/Objects/Press/Speed")).isFalse();
        assertThat(OPC_UA.isComplete("/Objects/2:Press/2:Speed")).isTrue();
        assertThat(OPC_UA.isComplete("i=2258")).isTrue();
    }
}
