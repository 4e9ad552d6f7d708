package io.taktstrom.kit.plan;

import java.nio.ByteBuffer;

import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class WriteTemplateTest {

    /** {@code point 0 0 tail}, the value in the middle. */
    private final WriteTemplate template = new WriteTemplate(3, 8, (point, out) -> {
        out.put((byte) point).putShort((short) 0).put((byte) (0xE0 + point));
        return 1;
    });

    @Test
    void aWriteIsACopyWithItsOwnValue() {
        ByteBuffer out = ByteBuffer.allocate(8);
        out.putShort(template.put(2, out), (short) 0x0A0B);
        out.putShort(template.put(1, out), (short) 0x0C0D);

        assertThat(out.array()).containsExactly(2, 0x0A, 0x0B, 0xE2, 1, 0x0C, 0x0D, 0xE1);
        assertThat(template.bytes(2)).isEqualTo(4);
        assertThat(template.put(2, out.clear())).isEqualTo(1);
        assertThat(out.getShort(1)).as("not the value of another point").isZero();
    }

    @Test
    void aWriteAllocatesNothing() throws Exception {
        ByteBuffer out = ByteBuffer.allocate(8);

        AllocationMeter.currentThread().assertZeroPerOperation(10_000, () -> template.put(1, out.clear()));
    }
}
