package io.taktstrom.cli.profile;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.taktstrom.cli.terminal.TerminalOutput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ProfileTest {

    @Test
    void numbersStandBelowEachOtherAndWhatIsLeftOutIsCounted() {
        Map<List<String>, Tally> rows = Map.of(
                List.of("all.lines"), tally(1_000, 4), List.of("a"), tally(20_000_000, 3), List.of("b"), tally(1, 2));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new TallyTable("batches", "Flush units", rows, Tally::amount)
                .key("stream")
                .nanos("ageP99", Tally::totalNanos)
                .print(2, new TerminalOutput(new PrintStream(bytes, true, StandardCharsets.UTF_8)), false);
        assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "Flush units",
                        "STREAM     AGE P99",
                        "all.lines   1.0 us",
                        "a          20.0 ms",
                        "... and 1 more (--top)",
                        "");
    }

    private static Tally tally(long nanos, long amount) {
        return new Tally().add(amount, 0).took(Duration.ofNanos(nanos));
    }

    @ParameterizedTest
    @CsvSource({
        "java.lang.String, java.lang.String",
        "[B, byte[]",
        "[[J, long[][]",
        "[Ljava.lang.Object;, java.lang.Object[]",
        "[[Ljava.util.HashMap$Node;, java.util.HashMap$Node[][]",
        "?, ?"
    })
    void classesAreNamedAsInJava(String inTheRecording, String shown) {
        assertThat(StackFrames.className(inTheRecording)).isEqualTo(shown);
    }
}
