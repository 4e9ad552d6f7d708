package io.taktstrom.runtime.command;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import io.taktstrom.runtime.command.CommandParser.InvalidCommandException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CommandParserTest {

    private static final String GOOD =
            "{\"id\": \"a-1\", \"point\": \"press1.setpoint\", \"value\": 21.5, \"expires\": \"2026-11-22T14:00:00.5Z\"}";

    private static CommandRequest parse(String text) throws InvalidCommandException {
        return CommandParser.parse(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static CommandRequest withValue(String value) throws InvalidCommandException {
        return parse(GOOD.replace("21.5", value));
    }

    @Test
    void aCommandIsReadAsItIsWritten() throws InvalidCommandException {
        CommandRequest request = parse(GOOD);
        assertThat(request.id()).isEqualTo("a-1");
        assertThat(request.point()).isEqualTo("press1.setpoint");
        assertThat(request.value()).isEqualTo(new BigDecimal("21.5"));
        assertThat(request.expires()).isEqualTo(1_795_356_000_500_000_000L);
        assertThat(request.expected()).isNull();
    }

    @Test
    void noDigitOfANumberIsLost() throws InvalidCommandException {
        assertThat(withValue("18446744073709551615").value()).isEqualTo(new BigInteger("18446744073709551615"));
        assertThat(withValue("0.1234567890123456789").value()).isEqualTo(new BigDecimal("0.1234567890123456789"));
        assertThat(withValue("[1, {\"a\": \"ü\"}]").value()).isEqualTo(List.of(BigInteger.ONE, Map.of("a", "ü")));
    }

    @Test
    void theTimeMayHaveAnyOffset() throws InvalidCommandException {
        assertThat(parse(GOOD.replace("14:00:00.5Z", "15:00:00.5+01:00")).expires())
                .isEqualTo(parse(GOOD).expires());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "\"text\"",
                "{",
                "{} {}",
                "{\"id\": \"a\", \"id\": \"b\"}",
                "{\"id\": NaN}",
                "{\"id\": 'a'}",
                "{/* c */}",
                "{\"id\": \"a\",}"
            })
    void whatIsNoJsonObjectIsRefused(String text) {
        assertThatThrownBy(() -> parse(text)).isInstanceOf(InvalidCommandException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"id\": \"a-1\", -> ",
                "a-1 -> ",
                "a-1 -> a 1",
                "a-1 -> \\u0007",
                "\"a-1\" -> 7",
                "\"press1.setpoint\" -> null",
                "21.5 -> null",
                "21.5 -> NaN",
                "\"value\": 21.5, -> ",
                "\"expires\" -> \"expire\"",
                "2026-11-22T14:00:00.5Z -> 2026-11-22",
                "2026-11-22T14:00:00.5Z -> 2026-11-22T14:00:00",
                "2026-11-22T14:00:00.5Z -> +999999999-01-01T00:00:00Z",
                "\"value\" -> \"force\": true, \"value\""
            })
    void whatIsMissingOddOrUnknownIsNamed(String change) {
        String[] parts = change.split(" -> ", -1);
        assertThat(GOOD).contains(parts[0]);
        assertThatThrownBy(() -> parse(GOOD.replace(parts[0], parts[1])))
                .isInstanceOf(InvalidCommandException.class)
                .message()
                .isNotEmpty();
    }

    @Test
    void theIdentifierIsToldAlsoWhereTheRestIsWrong() {
        assertThatThrownBy(() -> parse(GOOD.replace("\"value\": 21.5, ", "")))
                .isInstanceOfSatisfying(InvalidCommandException.class, e -> {
                    assertThat(e.id()).isEqualTo("a-1");
                    assertThat(e.point()).isEqualTo("press1.setpoint");
                });
    }

    @Test
    void depthSizeAndDigitsAreBounded() {
        assertThatThrownBy(() -> withValue("[".repeat(50_000))).isInstanceOf(InvalidCommandException.class);
        assertThatThrownBy(() -> withValue("[".repeat(17) + "]".repeat(17)))
                .isInstanceOf(InvalidCommandException.class);
        assertThatThrownBy(() -> withValue("1".repeat(101))).isInstanceOf(InvalidCommandException.class);
        assertThatThrownBy(() -> withValue("\"" + "x".repeat(70_000) + "\""))
                .isInstanceOf(InvalidCommandException.class)
                .hasMessageContaining("65536");
    }

    @Test
    void whatIsNoUtf8IsRefused() {
        byte[] bytes = GOOD.getBytes(StandardCharsets.ISO_8859_1);
        bytes[8] = (byte) 0xFF;
        assertThatThrownBy(() -> CommandParser.parse(ByteBuffer.wrap(bytes)))
                .isInstanceOf(InvalidCommandException.class)
                .hasMessageContaining("UTF-8");
        assertThatThrownBy(() -> CommandParser.parse(ByteBuffer.wrap(GOOD.getBytes(StandardCharsets.UTF_16BE))))
                .isInstanceOf(InvalidCommandException.class);
    }

    @Test
    void noTextThrowsAnythingElse() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        String characters = "{}[]\",:0123456789eE+-.\\u tfnaidxps\n";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder(GOOD);
            for (int edits = random.nextInt(1, 6); edits > 0; edits--) {
                int at = random.nextInt(text.length());
                text.setCharAt(at, characters.charAt(random.nextInt(characters.length())));
            }
            try {
                assertThat(parse(text.toString()).id()).isNotEmpty();
            } catch (InvalidCommandException e) {
                assertThat(e.getMessage()).isNotEmpty();
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + text, e);
            }
        }
    }
}
