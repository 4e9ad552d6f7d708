package io.taktstrom.simulation;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.List;
import java.util.function.LongUnaryOperator;

import io.taktstrom.model.ScalarType;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class SignalTest {

    private static final long MILLISECOND = 1_000_000;

    private static long bits(ScalarType type, Waveform waveform, long cycle) {
        return bits(type, waveform, cycle, 1);
    }

    private static long bits(ScalarType type, Waveform waveform, long cycle, long seed) {
        DeviceMemory memory = memory();
        memory.setMoving(List.of(signal(memory.bytes, 0, type, waveform, seed)));
        memory.refresh(0, 8, cycle);
        return type.bits(memory.bytes, 0);
    }

    private static DeviceMemory memory() {
        return new DeviceMemory(16, ByteOrder.LITTLE_ENDIAN);
    }

    private static Signal signal(ByteBuffer memory, int at, ScalarType type, Waveform waveform, long seed) {
        LongUnaryOperator bits = Motion.bits(type, 1, waveform, 0, MILLISECOND, seed);
        return new Signal(at, type.imageBytes(), cycle -> type.putBits(memory, at, bits.applyAsLong(cycle)));
    }

    private static double real(Waveform waveform, long cycle) {
        return Double.longBitsToDouble(bits(ScalarType.LREAL, waveform, cycle));
    }

    @Test
    void aCounterGoesUpOncePerCycleAndWrapsInItsType() {
        Waveform counter = new Waveform.Counter(250, 2);

        assertThat(bits(ScalarType.USINT, counter, 0)).isEqualTo(250);
        assertThat(bits(ScalarType.USINT, counter, 2)).isEqualTo(254);
        assertThat(bits(ScalarType.USINT, counter, 3)).isZero();
        assertThat(bits(ScalarType.LINT, counter, 1L << 40)).isEqualTo(250 + (2L << 40));
    }

    @Test
    void aSineIsAtItsOffsetAfterEachHalfPeriod() {
        Waveform sine = new Waveform.Sine(Duration.ofMillis(100), 5, 20);

        assertThat(real(sine, 0)).isEqualTo(20);
        assertThat(real(sine, 25)).isEqualTo(25, within(1e-9));
        assertThat(real(sine, 50)).isEqualTo(20, within(1e-9));
        assertThat(real(sine, 75)).isEqualTo(15, within(1e-9));
    }

    @Test
    void aRampRisesAndJumpsBack() {
        Waveform ramp = new Waveform.Ramp(Duration.ofMillis(10), 1, 0);

        assertThat(real(ramp, 0)).isEqualTo(-1);
        assertThat(real(ramp, 5)).isEqualTo(0, within(1e-9));
        assertThat(real(ramp, 10)).isEqualTo(-1, within(1e-9));
    }

    @Test
    void aSquareAndAToggleChangeInTheMiddleOfTheirPeriod() {
        Waveform square = new Waveform.Square(Duration.ofMillis(10), 3, 10);
        Waveform toggle = new Waveform.Toggle(Duration.ofMillis(10));

        assertThat(bits(ScalarType.INT, square, 4)).isEqualTo(13);
        assertThat(bits(ScalarType.INT, square, 5)).isEqualTo(7);
        assertThat(bits(ScalarType.BOOL, toggle, 4)).isEqualTo(1);
        assertThat(bits(ScalarType.BOOL, toggle, 5)).isZero();
    }

    @Test
    void aRandomWalkIsTheSameForTheSameSeedInAnyOrderAndStaysInItsBounds() {
        Waveform walk = new Waveform.RandomWalk(Duration.ofSeconds(1), 4, 50, 7);
        double lowest = Double.MAX_VALUE;
        double highest = -Double.MAX_VALUE;
        for (long cycle = 20_000; cycle >= 0; cycle -= 7) {
            double value = real(walk, cycle);
            assertThat(real(walk, cycle)).isEqualTo(value);
            lowest = Math.min(lowest, value);
            highest = Math.max(highest, value);
        }

        assertThat(lowest).isBetween(46.0, 49.0);
        assertThat(highest).isBetween(51.0, 54.0);
        assertThat(bits(ScalarType.LREAL, walk, 500, 1)).isNotEqualTo(bits(ScalarType.LREAL, walk, 500, 2));
    }

    @Test
    void aRandomWalkMovesInSmallSteps() {
        Waveform walk = new Waveform.RandomWalk(Duration.ofSeconds(10), 1, 0, 3);

        for (long cycle = 0; cycle < 10_000; cycle++) {
            assertThat(Math.abs(real(walk, cycle + 1) - real(walk, cycle))).isLessThan(0.01);
        }
    }

    @Test
    void aSignalIsComputedOncePerCycleSoThatAWriteLastsUntilTheNext() {
        ByteBuffer memory = memory().bytes;
        Signal signal = signal(memory, 0, ScalarType.DINT, new Waveform.Counter(0, 1), 1);
        signal.refresh(5);
        memory.putInt(0, 99);
        signal.refresh(5);
        assertThat(memory.getInt(0)).isEqualTo(99);
        signal.refresh(6);
        assertThat(memory.getInt(0)).isEqualTo(6);
    }

    @Test
    void onlySignalsInTheRangeAreComputed() {
        DeviceMemory moving = memory();
        ByteBuffer memory = moving.bytes;
        Waveform counter = new Waveform.Counter(1, 1);
        moving.setMoving(List.of(
                signal(memory, 8, ScalarType.DINT, counter, 1),
                signal(memory, 0, ScalarType.DINT, counter, 1),
                signal(memory, 4, ScalarType.DINT, counter, 1)));
        moving.requireDisjoint();
        moving.refresh(5, 1, 3);
        assertThat(memory.getInt(0)).isZero();
        assertThat(memory.getInt(4)).isEqualTo(4);
        assertThat(memory.getInt(8)).isZero();
    }

    /** As two points of a CPU may. */
    @Test
    void signalsMayOverlap() {
        DeviceMemory moving = memory();
        ByteBuffer memory = moving.bytes;
        moving.setMoving(List.of(
                signal(memory, 0, ScalarType.LINT, new Waveform.Counter(-1, 0), 1),
                signal(memory, 2, ScalarType.SINT, new Waveform.Counter(7, 0), 1)));
        moving.refresh(6, 1, 0);
        assertThat(memory.getLong(0)).isEqualTo(-1);
        moving.refresh(2, 1, 0);
        assertThat(memory.get(2)).isEqualTo((byte) 7);
        assertThatThrownBy(moving::requireDisjoint).hasMessage("two waveforms move the byte at 2");
    }
}
