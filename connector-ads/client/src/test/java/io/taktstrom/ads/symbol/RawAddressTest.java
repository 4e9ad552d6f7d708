package io.taktstrom.ads.symbol;

import io.taktstrom.model.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class RawAddressTest {

    @Test
    void numbersMayBeDecimalOrHexadecimal() {
        assertThat(RawAddress.parse("0x4020:0x10:DINT")).isEqualTo(new RawAddress(0x4020, 0x10, ScalarType.DINT));
        assertThat(RawAddress.parse("16416:010")).isEqualTo(new RawAddress(0x4020, 10, null));
        assertThat(RawAddress.parse("0xFFFFFFFF:4294967295")).isEqualTo(new RawAddress(-1, -1, null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"MAIN.x", "0x4020", "0x:1", "1:2:", "a:b"})
    void anythingElseIsNoRawAddress(String address) {
        assertThat(RawAddress.parse(address)).isNull();
    }

    @Test
    void aNumberBeyond32BitsIsNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RawAddress.parse("4294967296:0"))
                .withMessage("address 4294967296:0: 4294967296 has more than 32 bits");
    }

    @Test
    void aWrongTypeIsNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RawAddress.parse("1:2:FOO"))
                .withMessageContaining("type 'FOO', column 1");
    }
}
