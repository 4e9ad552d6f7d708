package io.taktstrom.cli.terminal;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.taktstrom.cli.terminal.TerminalOutput.Colour;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

class TerminalOutputTest {

    private static final long SEED = 20_261_122;
    private static final int ROUNDS = 3000;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final TerminalOutput outlet = new TerminalOutput(new PrintStream(bytes, false, StandardCharsets.UTF_8));

    /** Every way through the door. */
    static Stream<BiConsumer<TerminalOutput, String>> ways() {
        return Stream.of(
                TerminalOutput::println,
                TerminalOutput::print,
                (out, text) -> out.print(Colour.PLAIN, text),
                TerminalOutput::printLines,
                (out, text) -> out.help().println(text.replace("\u001b", "")),
                (out, text) -> out.write(
                        text.getBytes(StandardCharsets.UTF_8), 0, text.getBytes(StandardCharsets.UTF_8).length));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void nothingUnprintableEverPasses(BiConsumer<TerminalOutput, String> way) {
        Random random = new Random(SEED);
        for (int i = 0; i < ROUNDS; i++) {
            bytes.reset();
            way.accept(outlet, text(random));
            outlet.flush();
            PrintableText.assertPrintable(shown().replace("\t", ""));
        }
    }

    @Test
    void noBytesPassThatAreNotText() {
        Random random = new Random(SEED);
        for (int i = 0; i < ROUNDS; i++) {
            bytes.reset();
            byte[] noise = new byte[random.nextInt(40)];
            random.nextBytes(noise);
            outlet.write(noise, 0, noise.length);
            PrintableText.assertPrintable(shown().replace("\t", ""));
        }
    }

    @Test
    void aCharacterThatComesInPiecesComesOutWhole() {
        byte[] text = "5 \u20ac \u009b \ud83d\ude00 \u00fc\n".getBytes(StandardCharsets.UTF_8);
        for (byte b : text) {
            outlet.write(b);
        }
        assertThat(shown()).isEqualTo("5 \u20ac \\u009b \ud83d\ude00 \u00fc\n");
    }

    @Test
    void whatIsPrintedAsJsonIsTheSameText() {
        Random random = new Random(SEED);
        for (int i = 0; i < ROUNDS; i++) {
            bytes.reset();
            String text = text(random);
            outlet.println(JsonMapper.shared().writeValueAsString(text));
            assertThat(JsonMapper.shared().readValue(shown(), String.class)).isEqualTo(text);
        }
    }

    @Test
    void aLineOfTextIsOneLine() {
        outlet.println("no\nyes\r\u0085\u2028\u2029\u000b\u000c");
        assertThat(shown().lines()).containsExactly("no\\nyes\\u000d\\u0085\\u2028\\u2029\\u000b\\u000c");
    }

    /** As Java and picocli write them there. */
    @Test
    void linesOfWindowsAreLinesAndAReturnAloneIsShown() {
        outlet.printLines("a\r\nb\rc\r\n");
        PrintWriter help = outlet.help();
        help.print("d\r\ne\r\n");
        help.flush();
        byte[] text = "f\r\ng\r".getBytes(StandardCharsets.UTF_8);
        outlet.write(text, 0, text.length);
        assertThat(shown()).isEqualTo("a\nb\\u000dc\nd\ne\nf\ng\\u000d");
    }

    @Test
    void ordinaryTextIsLeftAlone() {
        outlet.println("Gr\u00fc\u00dfe, \u4e16\u754c \u0645\u0631\u062d\u0628\u0627 \\n 'x' \ud83d\ude00");
        assertThat(shown())
                .isEqualTo("Gr\u00fc\u00dfe, \u4e16\u754c \u0645\u0631\u062d\u0628\u0627 \\n 'x' \ud83d\ude00\n");
    }

    @Test
    void helpKeepsItsColoursAndNothingElse() {
        outlet.help().println("\u001b[1mUsage\u001b[0m \u001b[2J");
        assertThat(shown()).isEqualTo("\u001b[1mUsage\u001b[0m \\u001b[2J\n");
    }

    private String shown() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Rich in what is dangerous. */
    private static String text(Random random) {
        int[] kinds = {0x20, 0xA0, 0x2070, 0x10000, 0x110000};
        return IntStream.generate(() -> random.nextInt(kinds[random.nextInt(kinds.length)]))
                .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
                .limit(random.nextInt(30))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
