package io.taktstrom.s7.simulator;

import java.time.Duration;

import io.taktstrom.s7.simulator.model.S7Model;
import io.taktstrom.simulation.ModelException;
import io.taktstrom.testkit.ManualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class SignalsTest {

    private static final String MOVING = """
            cycle: 10ms
            points:
              count: {address: "DB1.DBD0:UDINT", waveform: counter}
              bits: {address: "DB1.DBX4.0:BOOL[10]", waveform: {toggle: {period: 40ms}}}
              sine: {address: "DB1.DBD8:REAL", waveform: {sine: {period: 40ms, amplitude: 2, offset: 10}}}
              walk: {address: "DB1.DBB12:LREAL", waveform: {randomWalk: {period: 1s, amplitude: 5}}}
              time: {address: "DB1.DBD20:TIME", waveform: counter}
              small: {address: MB0, waveform: counter}
              pieces: {address: C3, waveform: counter}
              text: {address: "DB1.DBB30:STRING(10)", value: first}
            """;

    private final ManualClock clock = new ManualClock(0);

    private Cpu cpu(long seed) {
        return new Cpu(S7Model.parse(MOVING), seed, clock);
    }

    @Test
    void aCounterIsTheNumberOfTheCycle() {
        Cpu cpu = cpu(1);
        assertThat(cpu.get("count")).isEqualTo(0L);
        clock.advance(Duration.ofMillis(2580));
        assertThat(cpu.get("count")).isEqualTo(258L);
        assertThat(cpu.get("DB1.DBD0:UDINT")).isEqualTo(258L);
        assertThat(cpu.get("small")).isEqualTo(2L);
        assertThat(cpu.get("pieces")).isEqualTo(258L);
        assertThat(cpu.get("time")).isEqualTo(Duration.ofMillis(258));
    }

    @Test
    void aStoppedProgramLeavesItsValuesAndARestartBringsTheFirstOnes() {
        Cpu cpu = cpu(1);
        clock.advance(Duration.ofMillis(50));
        cpu.setRunning(false);
        clock.advance(Duration.ofMillis(50));
        assertThat(cpu.get("count")).isEqualTo(5L);
        cpu.set("text", "changed");
        cpu.restart();
        assertThat(cpu.get("text")).isEqualTo("first");
        assertThat(cpu.get("count")).isEqualTo(10L);
    }

    @Test
    void theSameSeedGivesTheSameValues() {
        clock.advance(Duration.ofMillis(12_345));
        assertThat(cpu(7).get("walk")).isEqualTo(cpu(7).get("walk")).isNotEqualTo(cpu(8).get("walk"));
        assertThat((double) cpu(7).get("walk")).isBetween(-5.0, 5.0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "points: {a: {address: DB1.DBQ4}}      | line 1, column 23: address 'DB1.DBQ4' is none of the simulated CPU's",
                "points: {a: {adress: MB0}}            | 'adress' is not a key of point a; it takes address, value, waveform",
                "points: {a: {address: MB0, value: 300}} | line 1, column 13: value 300 is out of the range of BYTE",
                "points: {a: {address: MB9000}}        | outside the CPU's memory",
                "blocks: {1: {bytes: 5}}               | '1' is not a data block; expected DB and its number, like DB1",
                "blocks: {DB1: {bytes: 70000}}         | data block 1 of 70000 bytes",
                "limits: {jobs: 0}                     | jobs and items are in 1..255",
                "access: {protection: some}            | 'some' is not one of none, write, readAndWrite",
                "cpu: {firmware: new}                  | firmware 'new'; three numbers are right",
                "cycle: 1us                            | is not in 1ms..10s",
                "points: {a: MB0, a: MB1}              | points.a: key is there twice",
            })
    void aWrongModelSaysWhereAndWhatWouldBeRight(String yaml, String why) {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new Cpu(S7Model.parse(yaml), 1, clock))
                .withMessageContaining(why);
    }

    @Test
    void aPointMustBeInItsBlock() {
        assertThatExceptionOfType(ModelException.class)
                .isThrownBy(() -> S7Model.parse("blocks: {DB1: {bytes: 4}}\npoints: {a: {address: \"DB1.DBD2:REAL\"}}"))
                .withMessageContaining("point a ends at byte 6 of data block 1, which has 4");
        assertThat(S7Model.demo().points()).isNotEmpty();
    }
}
