package io.taktstrom.model;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** IEC 61131-3, edition 3, table 10: elementary types and their sizes. */
class ScalarTypeTest {

    private static final long SECOND = 1_000_000_000L;

    /** A memory image, little-endian, and the value that it is. */
    private record Golden(ScalarType type, String image, long bits) {}

    private static Golden golden(ScalarType type, String image, long bits) {
        return new Golden(type, image, bits);
    }

    private static Golden real(ScalarType type, String image, double value) {
        return new Golden(type, image, Double.doubleToRawLongBits(value));
    }

    private static final List<Golden> GOLDEN = List.of(
            golden(ScalarType.BOOL, "00", 0),
            golden(ScalarType.BOOL, "01", 1),
            golden(ScalarType.BYTE, "FF", 255),
            golden(ScalarType.WORD, "34 12", 0x1234),
            golden(ScalarType.WORD, "FF FF", 65_535),
            golden(ScalarType.DWORD, "78 56 34 12", 0x1234_5678),
            golden(ScalarType.DWORD, "FF FF FF FF", 4_294_967_295L),
            golden(ScalarType.LWORD, "F0 DE BC 9A 78 56 34 12", 0x1234_5678_9ABC_DEF0L),
            golden(ScalarType.LWORD, "FF FF FF FF FF FF FF FF", -1),
            golden(ScalarType.SINT, "80", -128),
            golden(ScalarType.SINT, "7F", 127),
            golden(ScalarType.USINT, "80", 128),
            golden(ScalarType.INT, "00 80", -32_768),
            golden(ScalarType.INT, "FE FF", -2),
            golden(ScalarType.UINT, "00 80", 32_768),
            golden(ScalarType.DINT, "00 00 00 80", Integer.MIN_VALUE),
            golden(ScalarType.DINT, "FF FF FF 7F", Integer.MAX_VALUE),
            golden(ScalarType.UDINT, "00 00 00 80", 2_147_483_648L),
            golden(ScalarType.LINT, "00 00 00 00 00 00 00 80", Long.MIN_VALUE),
            golden(ScalarType.ULINT, "FF FF FF FF FF FF FF 7F", Long.MAX_VALUE),
            golden(ScalarType.ULINT, "00 00 00 00 00 00 00 80", Long.MIN_VALUE),
            // IEEE 754: 0x41200000 is 10, 0xC0490FDB is -pi to 24 bits.
            real(ScalarType.REAL, "00 00 20 41", 10.0),
            real(ScalarType.REAL, "DB 0F 49 C0", (float) -Math.PI),
            real(ScalarType.REAL, "00 00 80 7F", Double.POSITIVE_INFINITY),
            real(ScalarType.REAL, "00 00 80 FF", Double.NEGATIVE_INFINITY),
            real(ScalarType.REAL, "00 00 C0 7F", Double.NaN),
            real(ScalarType.REAL, "01 00 00 00", Float.MIN_VALUE),
            real(ScalarType.REAL, "00 00 00 80", -0.0),
            real(ScalarType.LREAL, "00 00 00 00 00 00 24 40", 10.0),
            real(ScalarType.LREAL, "00 00 00 00 00 00 F8 7F", Double.NaN),
            golden(ScalarType.CHAR, "41", 'A'),
            golden(ScalarType.CHAR, "E4", 0xE4),
            golden(ScalarType.WCHAR, "A9 03", '\u03a9'),
            golden(ScalarType.TIME, "DC 05 00 00", 1_500_000_000L),
            golden(ScalarType.TIME, "FF FF FF FF", 4_294_967_295L * 1_000_000),
            golden(ScalarType.LTIME, "00 CA 9A 3B 00 00 00 00", SECOND),
            golden(ScalarType.LTIME, "FF FF FF FF FF FF FF FF", -1),
            // 2024-02-29 is day 19782 since 1970.
            golden(ScalarType.DATE, "00 C9 DF 65", 19_782L * 86_400 * SECOND),
            golden(ScalarType.LDATE, "00 00 9A 7E 54 2C B8 17", 19_782L * 86_400 * SECOND),
            golden(ScalarType.TOD, "FF 5B 26 05", 86_399_999L * 1_000_000),
            golden(ScalarType.LTOD, "01 00 00 00 00 00 00 00", 1),
            golden(ScalarType.DT, "FF FF FF FF", 4_294_967_295L * SECOND),
            golden(ScalarType.LDT, "FF FF FF FF FF FF FF 7F", Long.MAX_VALUE));

    private static ByteBuffer image(String hex) {
        return ByteBuffer.wrap(HexFormat.ofDelimiter(" ").parseHex(hex)).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Test
    void goldenImagesGiveTheirValuesAndBack() {
        for (Golden golden : GOLDEN) {
            ByteBuffer image = image(golden.image());
            assertThat(image.capacity())
                    .as(golden.toString())
                    .isEqualTo(golden.type().imageBytes());
            assertThat(golden.type().bits(image, 0)).as(golden.toString()).isEqualTo(golden.bits());
            ByteBuffer written = ByteBuffer.allocate(image.capacity()).order(ByteOrder.LITTLE_ENDIAN);
            golden.type().putBits(written, 0, golden.bits());
            assertThat(written).as(golden.toString()).isEqualTo(image);
        }
        assertThat(GOLDEN.stream().map(Golden::type).collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(ScalarType.values());
    }

    @Test
    void anOffsetCountsFromTheStartOfTheBufferWhateverItsPosition() {
        ByteBuffer image = image("FF FF 34 12").position(3);
        assertThat(ScalarType.UINT.bits(image, 2)).isEqualTo(0x1234);
        ScalarType.UINT.putBits(image, 0, 0x5678);
        assertThat(image.position()).isEqualTo(3);
        assertThat(image.rewind()).isEqualTo(image("78 56 34 12"));
    }

    @Test
    void anyByteButZeroIsTrue() {
        assertThat(ScalarType.BOOL.bits(image("80"), 0)).isEqualTo(1);
        ByteBuffer written = image("00");
        ScalarType.BOOL.putBits(written, 0, 256);
        assertThat(written.get(0)).isEqualTo((byte) 1);
    }

    @Test
    void whatDoesNotFitIsCutOffAndCanBeAskedForBefore() {
        ByteBuffer written = image("00 00");
        ScalarType.INT.putBits(written, 0, 65_537);
        assertThat(ScalarType.INT.bits(written, 0)).isEqualTo(1);
        assertThat(ScalarType.INT.holds(65_537)).isFalse();
    }

    @Test
    void aTypeHoldsWhatItsImageGivesBack() {
        for (Golden golden : GOLDEN) {
            assertThat(golden.type().holds(golden.bits())).as(golden.toString()).isTrue();
        }
    }

    @Test
    void aTypeDoesNotHoldWhatIsBeyondItsEnds() {
        assertBeyond(ScalarType.BOOL, -1, 2);
        assertBeyond(ScalarType.BYTE, -1, 256);
        assertBeyond(ScalarType.WORD, -1, 65_536);
        assertBeyond(ScalarType.DWORD, -1, 1L << 32);
        assertBeyond(ScalarType.SINT, -129, 128);
        assertBeyond(ScalarType.USINT, -1, 256);
        assertBeyond(ScalarType.INT, -32_769, 32_768);
        assertBeyond(ScalarType.UINT, -1, 65_536);
        assertBeyond(ScalarType.DINT, Integer.MIN_VALUE - 1L, Integer.MAX_VALUE + 1L);
        assertBeyond(ScalarType.UDINT, -1, 1L << 32);
        assertBeyond(ScalarType.CHAR, -1, 256);
        assertBeyond(ScalarType.WCHAR, -1, 65_536);
        assertBeyond(ScalarType.TIME, -1_000_000, (1L << 32) * 1_000_000);
        assertBeyond(ScalarType.TOD, -1_000_000, (1L << 32) * 1_000_000);
        assertBeyond(ScalarType.DATE, -SECOND, (1L << 32) * SECOND);
        assertBeyond(ScalarType.DT, -SECOND, (1L << 32) * SECOND);
        assertThat(ScalarType.TIME.holds(1_500_000)).as("half a millisecond").isFalse();
        assertThat(ScalarType.REAL.holds(Double.doubleToRawLongBits(1e39))).isFalse();
        assertThat(ScalarType.REAL.holds(Double.doubleToRawLongBits(0.1)))
                .as("rounding does not exceed the range")
                .isTrue();
    }

    private static void assertBeyond(ScalarType type, long... values) {
        for (long value : values) {
            assertThat(type.holds(value)).as(type + " " + value).isFalse();
        }
    }

    @Test
    void scalarsTakeNoArenaAndAreTheirOwnText() {
        for (ScalarType type : ScalarType.values()) {
            assertThat(type.arenaBytes()).isZero();
            assertThat(type.isInline()).isTrue();
            assertThat(type.text()).isEqualTo(type.name());
        }
    }
}
