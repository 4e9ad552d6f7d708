package io.taktstrom.kit.value;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.StringType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class TextImageTest {

    private static final StringType NARROW = StringType.string(10);
    private static final StringType WIDE = StringType.wstring(10);
    private static final StringType UTF8 = new StringType(StringType.Encoding.UTF_8, 10);

    private static int put(StringType type, byte[] utf8, ByteBuffer image) {
        return TextImage.put(type, ByteBuffer.wrap(utf8), 0, utf8.length, image, 0);
    }

    private static ByteBuffer image(StringType type) {
        ByteBuffer image = ByteBuffer.allocate(type.imageBytes() + 4).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < image.capacity(); i++) {
            image.put(i, (byte) 0x55);
        }
        return image;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "Grüße", "€ 7,50 …", "0123456789", "Ÿþÿ", "\u0081\u008d"})
    void aTextComesBackAsItWas(String text) {
        for (StringType type : new StringType[] {NARROW, WIDE}) {
            ByteBuffer image = image(type);
            assertThat(put(type, text.getBytes(StandardCharsets.UTF_8), image)).isEqualTo(StatusCode.GOOD);
            assertThat(Values.read(type, image, 0, type.imageBytes())).isEqualTo(text);
            // Nothing of an older text is left behind the new one, and nothing behind the image is touched.
            for (int i = text.length() * type.encoding().unitBytes(); i < type.imageBytes(); i++) {
                assertThat(image.get(i)).isZero();
            }
            assertThat(image.get(type.imageBytes())).isEqualTo((byte) 0x55);
        }
    }

    @Test
    void charactersBeyondTheFirstPlaneTakeTwoUnits() {
        ByteBuffer image = image(WIDE);
        assertThat(put(WIDE, "😀".repeat(5).getBytes(StandardCharsets.UTF_8), image))
                .isEqualTo(StatusCode.GOOD);
        assertThat(Values.read(WIDE, image, 0, WIDE.imageBytes())).isEqualTo("😀".repeat(5));
        assertThat(put(WIDE, ("a" + "😀".repeat(5)).getBytes(StandardCharsets.UTF_8), image))
                .isEqualTo(StatusCode.BAD_OUT_OF_RANGE);
        ByteBuffer utf8 = image(UTF8);
        assertThat(put(UTF8, "ab😀😀".getBytes(StandardCharsets.UTF_8), utf8)).isEqualTo(StatusCode.GOOD);
        assertThat(Values.read(UTF8, utf8, 0, UTF8.imageBytes())).isEqualTo("ab😀😀");
    }

    @Test
    void whatTheDeviceCannotHoldIsRefused() {
        assertThat(put(NARROW, "01234567890".getBytes(StandardCharsets.UTF_8), image(NARROW)))
                .isEqualTo(StatusCode.BAD_OUT_OF_RANGE);
        assertThat(put(NARROW, "Ω".getBytes(StandardCharsets.UTF_8), image(NARROW)))
                .isEqualTo(StatusCode.BAD_ENCODING_ERROR);
        assertThat(put(NARROW, "😀".getBytes(StandardCharsets.UTF_8), image(NARROW)))
                .isEqualTo(StatusCode.BAD_ENCODING_ERROR);
        assertThat(put(UTF8, "ÄÖÜäöü".getBytes(StandardCharsets.UTF_8), image(UTF8)))
                .isEqualTo(StatusCode.BAD_OUT_OF_RANGE);
    }

    @ParameterizedTest
    @CsvSource({"c3", "e282", "f09f98"})
    void aTextThatIsCutWithinACharacterIsRefused(String hex) {
        byte[] cut = java.util.HexFormat.of().parseHex(hex);
        for (StringType type : new StringType[] {NARROW, WIDE, UTF8}) {
            assertThat(put(type, cut, image(type))).isEqualTo(StatusCode.BAD_ENCODING_ERROR);
        }
    }
}
