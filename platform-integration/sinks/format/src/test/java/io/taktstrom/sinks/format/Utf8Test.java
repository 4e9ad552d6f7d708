package io.taktstrom.sinks.format;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class Utf8Test {

    private final TextBuffer out = new TextBuffer();

    @Test
    void whatIsUtf8StaysAsItIs() {
        StringBuilder all = new StringBuilder();
        for (int c = 0; c <= Character.MAX_CODE_POINT; c += c < 0x3000 ? 1 : 0x3F) {
            if (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE) {
                all.appendCodePoint(c);
            }
        }
        assertThat(copy(all.toString().getBytes(StandardCharsets.UTF_8))).isEqualTo(all.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "61 FF 62, a?b",
        "C3, ?",
        "C3 28, ?(",
        "C0 80, ??",
        "E2 82, ??",
        "E0 80 80, ???",
        "ED A0 80, ???",
        "EF BF BD, ?",
        "EF BF 41, ??A",
        "F4 90 80 80, ????",
        "F0 9D 84 9E, \ud834\udd1e"
    })
    void whatIsNoneIsReplaced(String hex, String text) {
        byte[] bytes = HexFormat.of().withDelimiter(" ").parseHex(hex);
        assertThat(copy(bytes)).isEqualTo(text.replace('?', '\uFFFD'));
    }

    @Test
    void whateverComesWhatIsWrittenIsUtf8() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            byte[] bytes = new byte[random.nextInt(8)];
            random.nextBytes(bytes);
            String text = copy(bytes);
            assertThat(copy(text.getBytes(StandardCharsets.UTF_8)))
                    .as("seed %d", seed)
                    .isEqualTo(text);
        }
    }

    private String copy(byte[] bytes) {
        out.clear();
        out.utf8(ByteBuffer.wrap(bytes), 0, bytes.length);
        return out.toString();
    }
}
