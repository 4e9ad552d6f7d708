package io.taktstrom.data;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

import io.taktstrom.model.StringType;
import io.taktstrom.model.StringType.Encoding;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Text of memory images as UTF-8 in a batch, and back. */
class TextTest {

    /** Characters of windows-1252 from 0x80 to 0x9F; 0 where it has none. Unicode Consortium, CP1252.TXT. */
    private static final char[] CP1252 = {
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
        0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
                0x0178
    };

    private static String text(Encoding encoding, int length, String hex) {
        byte[] image = HexFormat.ofDelimiter(" ").parseHex(hex);
        StringType type = new StringType(encoding, length);
        SampleBatch batch = FixedGroup.of(type).newBatch();
        batch.addString(
                0, 0, StatusCode.GOOD, type, ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN), 0, image.length);
        return batch.textAt(0);
    }

    @Test
    void every1252ByteIsItsCharacterAndTheUndefinedOnesStandForThemselves() {
        for (int code = 1; code < 256; code++) {
            char expected = code >= 0x80 && code < 0xA0 && CP1252[code - 0x80] != 0 ? CP1252[code - 0x80] : (char) code;
            assertThat(text(Encoding.WINDOWS_1252, 1, "%02X".formatted(code)))
                    .as("byte 0x%02X", code)
                    .isEqualTo(String.valueOf(expected));
        }
    }

    @Test
    void every1252ByteSurvivesTheWayThereAndBack() {
        byte[] all = new byte[256];
        for (int i = 0; i < 255; i++) {
            all[i] = (byte) (i + 1);
        }
        StringType type = StringType.string(255);
        Object text = Values.read(type, ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN), 0, 256);
        assertThat(Values.image(type, text)).isEqualTo(ByteBuffer.wrap(all));
    }

    @Test
    void textEndsBeforeTheFirstZero() {
        assertThat(text(Encoding.WINDOWS_1252, 5, "41 42 00 43 44 45")).isEqualTo("AB");
        assertThat(text(Encoding.UTF_8, 5, "41 42 00 43 44 45")).isEqualTo("AB");
        assertThat(text(Encoding.UTF_16LE, 2, "41 00 00 00 42 00")).isEqualTo("A");
        assertThat(text(Encoding.WINDOWS_1252, 5, "00")).isEmpty();
    }

    @Test
    void textWithoutATerminatorKeepsItsFullLengthAndNoMore() {
        assertThat(text(Encoding.WINDOWS_1252, 3, "41 42 43")).isEqualTo("ABC");
        assertThat(text(Encoding.WINDOWS_1252, 3, "41 42 43 44 45")).isEqualTo("ABC");
        assertThat(text(Encoding.UTF_8, 3, "41 42 43 44 45")).isEqualTo("ABC");
        assertThat(text(Encoding.UTF_16LE, 1, "41 00 42 00")).isEqualTo("A");
    }

    @Test
    void anImageMayBeShorterThanItsType() {
        assertThat(text(Encoding.WINDOWS_1252, 80, "41 42")).isEqualTo("AB");
        assertThat(text(Encoding.UTF_16LE, 80, "41 00 42")).as("half a unit").isEqualTo("A");
    }

    @Test
    void surrogatesArePairsOrReplaced() {
        // U+1D11E is D834 DD1E in UTF-16.
        assertThat(text(Encoding.UTF_16LE, 4, "34 D8 1E DD 41 00")).isEqualTo("\ud834\udd1eA");
        assertThat(text(Encoding.UTF_16LE, 4, "34 D8 41 00")).isEqualTo("\ufffdA");
        assertThat(text(Encoding.UTF_16LE, 4, "1E DD 41 00")).isEqualTo("\ufffdA");
        assertThat(text(Encoding.UTF_16LE, 1, "34 D8 1E DD"))
                .as("cut by the type")
                .isEqualTo("\ufffd");
        assertThat(text(Encoding.UTF_16LE, 2, "A9 03 AC 20")).isEqualTo("\u03a9\u20ac");
    }

    @Test
    void utf8ThatIsWrongIsReplacedSoThatABatchNeverHoldsIt() {
        assertThat(text(Encoding.UTF_8, 9, "C3 A4 E2 82 AC F0 9D 84 9E")).isEqualTo("\u00e4\u20ac\ud834\udd1e");
        assertThat(text(Encoding.UTF_8, 9, "41 80 42")).as("lone continuation").isEqualTo("A\ufffdB");
        assertThat(text(Encoding.UTF_8, 9, "41 C3")).as("cut at the end").isEqualTo("A\ufffd");
        assertThat(text(Encoding.UTF_8, 2, "41 C3 A4")).as("cut by the type").isEqualTo("A\ufffd");
        assertThat(text(Encoding.UTF_8, 9, "C0 AF")).as("overlong").isEqualTo("\ufffd\ufffd");
        assertThat(text(Encoding.UTF_8, 9, "ED A0 80")).as("surrogate").isEqualTo("\ufffd\ufffd\ufffd");
        assertThat(text(Encoding.UTF_8, 9, "F4 90 80 80")).as("beyond Unicode").hasSize(4);
        assertThat(text(Encoding.UTF_8, 9, "FF FE")).isEqualTo("\ufffd\ufffd");
    }

    @Test
    void longTextIsThatOfItsCharactersWhereverOneIsNoAscii() {
        String text = "a press of 1,250 kN beside a furnace";
        for (int at = 0; at < text.length(); at++) {
            for (String other : new String[] {"\u00e4", "\u20ac", "\0"}) {
                String told = text.substring(0, at) + other + text.substring(at + 1);
                String wanted = other.equals("\0") ? text.substring(0, at) : told;
                for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
                    for (Encoding encoding : List.of(Encoding.UTF_8, Encoding.WINDOWS_1252)) {
                        byte[] image = told.getBytes(encoding.charset());
                        StringType type = new StringType(encoding, image.length);
                        SampleBatch batch = FixedGroup.of(type).newBatch();
                        batch.addString(0, 0, 0, type, ByteBuffer.wrap(image).order(order), 0, image.length);
                        assertThat(batch.textAt(0))
                                .as("%s at %d in %s, %s", other, at, encoding, order)
                                .isEqualTo(wanted);
                    }
                }
            }
        }
    }

    @Test
    void whateverTheBytesTheResultIsValidAndFits() {
        long seed = 20261121;
        Random random = new Random(seed);
        List<Encoding> encodings = List.of(Encoding.values());
        for (int round = 0; round < 20_000; round++) {
            byte[] image = new byte[random.nextInt(40)];
            random.nextBytes(image);
            Encoding encoding = encodings.get(random.nextInt(encodings.size()));
            StringType type = new StringType(encoding, 20);
            SampleBatch batch = FixedGroup.of(type).newBatch();
            batch.addString(0, 0, 0, type, ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN), 0, image.length);
            byte[] utf8 = Arrays.copyOf(batch.arena().array(), batch.lengthAt(0));
            String what = "seed %d, round %d: %s"
                    .formatted(seed, round, HexFormat.of().formatHex(image));
            assertThat(batch.textAt(0).getBytes(StandardCharsets.UTF_8))
                    .as(what)
                    .isEqualTo(utf8);
            assertThat(batch.textAt(0).indexOf(0)).as(what).isNegative();
        }
    }

    @Test
    void utf8AgreesWithJavaOnEveryCodePoint() {
        for (int codePoint = 1; codePoint <= Character.MAX_CODE_POINT; codePoint += 1 + codePoint / 997) {
            if (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE) {
                String text = Character.toString(codePoint);
                for (Encoding encoding : new Encoding[] {Encoding.UTF_8, Encoding.UTF_16LE}) {
                    byte[] image = text.getBytes(encoding.charset());
                    assertThat(text(encoding, 4, HexFormat.ofDelimiter(" ").formatHex(image)))
                            .as("U+%X in %s", codePoint, encoding)
                            .isEqualTo(text);
                }
            }
        }
    }
}
