package io.taktstrom.descriptor;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ByteSizeTest {

    @Test
    void eachUnitIsReadAndWritten() {
        assertThat(ByteSize.parse("3KiB")).isEqualTo(3072);
        for (String size : new String[] {"0B", "1023B", "1KiB", "1536MiB", "2GiB", "999999TiB"}) {
            assertThat(ByteSize.format(ByteSize.parse(size))).isEqualTo(size);
        }
    }

    @Test
    void anythingElseIsRefusedWithTheForm() {
        assertThatThrownBy(() -> ByteSize.parse("2GB"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'2GB' is not a size; write a number with a unit, such as 2GiB");
    }
}
