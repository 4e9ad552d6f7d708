package io.taktstrom.cli.profile;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import io.taktstrom.cli.terminal.Outlet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ProfileTest {

    @Test
    void numbersStandBelowEachOtherAndWhatIsLeftOutIsCounted() {
        Section section = new Section(
                "batches",
                "Flush units",
                List.of(
                        new Section.Column("stream", Section.Unit.TEXT),
                        new Section.Column("ageP99", Section.Unit.NANOS)),
                2);
        section.add("all.lines", 1_000L);
        section.add("a", 20_000_000L);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        section.print(new Outlet(new PrintStream(bytes, true, StandardCharsets.UTF_8)));
        assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "Flush units",
                        "STREAM     AGE P99",
                        "all.lines   1.0 us",
                        "a          20.0 ms",
                        "... and 2 more (--top)",
                        "");
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
        assertThat(Frames.readable(inTheRecording)).isEqualTo(shown);
    }
}
