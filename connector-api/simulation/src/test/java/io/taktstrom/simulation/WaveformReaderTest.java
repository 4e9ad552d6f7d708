package io.taktstrom.simulation;

import java.time.Duration;
import java.util.Map;
import java.util.function.Function;

import io.taktstrom.text.Node;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class WaveformReaderTest {

    public record Steps(long number) implements Waveform.OfDevice {}

    private static final Map<String, Function<Node, Waveform>> NONE = Map.of();
    private static final Map<String, Function<Node, Waveform>> OWN =
            Map.of("steps", node -> RecordFields.read(node, "steps", new Steps(7)));

    private static Waveform read(Map<String, Function<Node, Waveform>> own, String yaml) {
        return WaveformReader.read(YamlFields.read(yaml, "a waveform"), own);
    }

    @Test
    void allSimulatorsHaveTheSameWaveforms() {
        assertThat(read(NONE, "counter")).isEqualTo(new Waveform.Counter(0, 1));
        assertThat(read(NONE, "{counter: {start: 1_000, step: -2}}")).isEqualTo(new Waveform.Counter(1000, -2));
        assertThat(read(NONE, "{sine: {period: 2s, offset: 5}}"))
                .isEqualTo(new Waveform.Sine(Duration.ofSeconds(2), 1, 5));
        assertThat(read(NONE, "{randomWalk: {period: 1s, seed: 3}}"))
                .isEqualTo(new Waveform.RandomWalk(Duration.ofSeconds(1), 1, 0, 3));
    }

    @Test
    void aDeviceHasItsOwnBesideThem() {
        assertThat(read(OWN, "{steps: {}}")).isEqualTo(new Steps(7));
        assertThat(read(OWN, "constant")).isEqualTo(new Waveform.Constant());
        assertThatThrownBy(() -> read(NONE, "{steps: {}}"))
                .hasMessageContaining("waveform 'steps': expected constant, counter");
        assertThatThrownBy(() -> read(OWN, "{step: {}}")).hasMessageContaining("{toggle: ...}, {steps: ...}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{sine: {period: 0s}}       | 1 | a waveform's period must be more than 0",
                "{sine: {}}                 | 1 | 'period' is missing",
                "{counter: {start: one}}    | 1 | 'one' is not an integer",
                "{ramp: {perod: 1s}}        | 1 | 'perod' is not a key of a ramp; it takes period, amplitude, offset",
                "[&a counter, *a]           | 1 | aliases are not supported",
                "{ramp: {period: 1s}, a: b} | 1 | waveform: expected",
                "[counter]                  | 1 | waveform: expected",
                "{ramp: [                   | 1 | is not YAML",
            })
    void aMistakeIsReportedWithItsPlace(String yaml, int line, String why) {
        assertThatThrownBy(() -> read(NONE, yaml)).isInstanceOfSatisfying(ModelException.class, e -> {
            assertThat(e.line()).isEqualTo(line);
            assertThat(e.getMessage()).startsWith("line 1, column ").contains(why);
        });
    }
}
