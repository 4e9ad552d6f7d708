package io.taktstrom.spi;

import java.time.Instant;

import io.taktstrom.data.Sample;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** One value by its address, without a group. */
class SingleValueTest {

    private final MemoryConnection device = new MemoryConnection();

    @AfterEach
    void noGroupIsLeftOpen() {
        assertThat(device.openGroups).isZero();
    }

    @Test
    void aValueIsReadWithItsStatusAndItsTime() throws ConnectorException {
        device.set("MAIN.speed", ScalarType.LREAL, 99.5);
        Sample speed = device.read("MAIN.speed");
        assertThat(speed).isEqualTo(new Sample(99.5, StatusCode.GOOD, null, Instant.ofEpochSecond(0, 1)));
        assertThat(speed.isGood()).isTrue();
        assertThat(speed).hasToString("99.5 Good 1970-01-01T00:00:00.000000001Z");
    }

    @Test
    void aVariableWithoutAValueIsBadAndNotAnException() throws ConnectorException {
        Sample none = device.read("MAIN.none");
        assertThat(none.value()).isNull();
        assertThat(none.status()).isEqualTo(StatusCode.BAD_NODE_ID_UNKNOWN);
        assertThat(none.isGood()).isFalse();
        assertThat(none.toString()).startsWith("Bad_NodeIdUnknown ");
    }

    @Test
    void aValueIsWrittenInAnyFormThatFits() throws ConnectorException {
        device.set("MAIN.target", ScalarType.INT, 1L);
        device.set("MAIN.name", StringType.string(8), "left");
        device.write("MAIN.target", 7);
        device.write("MAIN.name", "right");
        assertThat(device.get("MAIN.target")).isEqualTo(7L);
        assertThat(device.get("MAIN.name")).isEqualTo("right");
    }

    @Test
    void aWriteThatTheDeviceRefusesIsAnError() {
        device.set("MAIN.locked", ScalarType.INT, 1L, StatusCode.BAD_TIMEOUT);
        assertThatThrownBy(() -> device.write("MAIN.locked", 7))
                .isInstanceOf(DeviceErrorException.class)
                .hasMessage("write MAIN.locked: Bad_Timeout");
        assertThatThrownBy(() -> device.write("MAIN.none", 7))
                .isInstanceOf(DeviceErrorException.class)
                .hasMessage("write MAIN.none: Bad_NodeIdUnknown");
        device.set("MAIN.target", ScalarType.INT, 1L);
        assertThatThrownBy(() -> device.write("MAIN.target", 70_000)).isInstanceOf(IllegalArgumentException.class);
        assertThat(device.writes()).isEmpty();
    }
}
