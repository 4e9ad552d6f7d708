package io.taktstrom.runtime.command;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.WriteLimits;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StructType;
import io.taktstrom.testkit.ManualClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PointLimitsTest {

    private final ManualClock clock = new ManualClock(0);

    private PointLimits limits(double scale, double offset, WriteLimits limits) {
        DataPoint point = DataPoint.of("p", "MAIN.p").withWritable();
        return new PointLimits(new PointConfig(point, "plc", "fast", scale, offset, null, null, limits), clock);
    }

    private static WriteLimits range(@Nullable String min, @Nullable String max) {
        return new WriteLimits(
                min == null ? null : new BigDecimal(min),
                max == null ? null : new BigDecimal(max),
                List.of(),
                null,
                null,
                Duration.ofSeconds(1),
                null);
    }

    private static WriteLimits values(String... values) {
        return new WriteLimits(null, null, List.of(values), null, null, Duration.ofSeconds(1), null);
    }

    @Test
    void whateverIsAdmittedIsWithinItsRange() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 5_000; i++) {
            long min = random.nextLong(-1000, 1000);
            long max = min + random.nextLong(0, 1000);
            long value = random.nextLong(-3000, 3000);
            PointLimits limits = limits(1, 0, range(String.valueOf(min), String.valueOf(max)));
            Object json = random.nextBoolean() ? BigInteger.valueOf(value) : (Object) String.valueOf(value);
            String what = "seed " + seed + ": " + value + " in " + min + ".." + max;
            if (value >= min && value <= max) {
                assertThat(limits.admit(ScalarType.DINT, json)).as(what).hasToString(String.valueOf(value));
            } else {
                assertThatThrownBy(() -> limits.admit(ScalarType.DINT, json))
                        .as(what)
                        .isInstanceOf(IllegalArgumentException.class);
            }
        }
    }

    @Test
    void sixtyFourBitsAreComparedExactly() {
        PointLimits limits = limits(1, 0, range("0", "18446744073709551614"));
        assertThat(limits.admit(ScalarType.ULINT, new BigInteger("18446744073709551614")))
                .isNotNull();
        assertThatThrownBy(() -> limits.admit(ScalarType.ULINT, new BigInteger("18446744073709551615")))
                .hasMessageContaining("18446744073709551614");
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "Infinity", "-Infinity", "1e400", "0x1p3", "1d"})
    void whatIsNoFiniteNumberNeverPasses(String value) {
        for (WriteLimits each : List.of(WriteLimits.NONE, range("0", null), range(null, "10"))) {
            assertThatThrownBy(() -> limits(1, 0, each).admit(ScalarType.LREAL, value))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e999999999", "-1e999999999", "1e-999999999"})
    void enormousExponentsCostNothing(String value) {
        for (ScalarType type : List.of(ScalarType.LREAL, ScalarType.ULINT, ScalarType.DINT)) {
            assertThatThrownBy(() -> limits(0.1, 1, range("0", "10")).admit(type, new BigDecimal(value)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void whatIsPublishedIsTurnedBackExactly() {
        PointLimits limits = limits(0.1, -40, range("-40", "110"));
        assertThat(limits.admit(ScalarType.INT, new BigDecimal("21.5"))).hasToString("615");
        assertThat(limits.admit(ScalarType.INT, new BigDecimal("-40"))).isEqualTo(BigDecimal.ZERO);
        assertThatThrownBy(() -> limits.admit(ScalarType.INT, new BigDecimal("21.55")))
                .as("between two steps of the device")
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> limits.admit(ScalarType.INT, new BigDecimal("110.1")))
                .hasMessageContaining("more than 110");
    }

    @Test
    void onlyTheValuesThatAreListedPass() {
        assertThat(limits(1, 0, values("16#FF", "7")).admit(ScalarType.WORD, BigInteger.valueOf(255)))
                .isNotNull();
        assertThatThrownBy(() -> limits(1, 0, values("16#FF", "7")).admit(ScalarType.WORD, BigInteger.TEN))
                .hasMessageContaining("16#FF, 7");
        assertThat(limits(1, 0, values("0.1")).admit(ScalarType.REAL, new BigDecimal("0.1")))
                .isNotNull();
        assertThat(limits(0.1, 0, values("0.3")).admit(ScalarType.INT, new BigDecimal("0.3")))
                .isNotNull();
        assertThat(limits(1, 0, values("auto", "hand")).admit(DataType.parse("STRING(10)"), "auto"))
                .isEqualTo("auto");
        assertThatThrownBy(() -> limits(1, 0, values("auto")).admit(DataType.parse("STRING(10)"), "Auto"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void arraysAreJudgedElementByElement() {
        DataType array = DataType.parse("ARRAY[0..1,0..1] OF INT");
        PointLimits limits = limits(1, 0, range("0", "10"));
        assertThat(limits.admit(array, List.of(List.of(1, 2), List.of(3, 10)))).isNotNull();
        assertThatThrownBy(() -> limits.admit(array, List.of(List.of(1, 2), List.of(3, 11))))
                .hasMessageContaining("more than 10");
        assertThatThrownBy(() -> limits.admit(DataType.parse("ARRAY[0..1] OF LREAL"), List.of(1, "NaN")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aStructureCannotHideWhatIsNoNumberNorPassALimitThatCannotBeChecked() {
        DataType structure = new StructType("S", List.of(new StructType.Field("a", ScalarType.LREAL, 0)), Double.BYTES);
        assertThat(limits(1, 0, WriteLimits.NONE).admit(structure, Map.of("a", 1)))
                .isNotNull();
        assertThatThrownBy(() -> limits(1, 0, WriteLimits.NONE).admit(structure, Map.of("a", "NaN")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> limits(1, 0, range("0", "10")).admit(structure, Map.of("a", 1)))
                .hasMessageContaining("correct the limits");
    }

    @ParameterizedTest
    @CsvSource({"BOOL,true", "STRING(5),5", "TIME,5ms", "DATE,2026-01-01"})
    void aRangeThatDoesNotGoWithTheTypeLetsNothingPass(String type, String value) {
        assertThatThrownBy(() -> limits(1, 0, range("0", "10")).admit(DataType.parse(type), value))
                .hasMessageContaining("correct the limits");
    }

    @Test
    void lengthsAreOfCharactersAndElements() {
        WriteLimits two = new WriteLimits(null, null, List.of(), 2, null, Duration.ofSeconds(1), null);
        assertThat(limits(1, 0, two).admit(DataType.parse("WSTRING(10)"), "ü€")).isEqualTo("ü€");
        assertThatThrownBy(() -> limits(1, 0, two).admit(DataType.parse("STRING(10)"), "abc"))
                .hasMessageContaining("length 3");
        assertThatThrownBy(() -> limits(1, 0, two).admit(DataType.parse("ARRAY[0..2] OF INT"), List.of(1, 2, 3)))
                .hasMessageContaining("length 3");
        assertThatThrownBy(() -> limits(1, 0, two).admit(ScalarType.INT, 1)).hasMessageContaining("correct the limits");
    }

    @Test
    void noMoreWritesThanAllowedWithinAnyWindow() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        WriteLimits three = new WriteLimits(null, null, List.of(), null, 3, Duration.ofSeconds(10), null);
        PointLimits limits = limits(1, 0, three);
        List<Long> written = new java.util.ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            clock.advance(Duration.ofMillis(random.nextLong(0, 3_000)));
            long now = clock.nanoTime();
            long recent = written.stream()
                    .filter(time -> now - time < 10_000_000_000L)
                    .count();
            try {
                limits.admitNow(ScalarType.INT, 1, 0L);
                limits.note();
                written.add(now);
                assertThat(recent).as("seed " + seed).isLessThan(3);
            } catch (IllegalArgumentException e) {
                assertThat(recent).as("seed " + seed).isEqualTo(3);
            }
        }
        assertThat(written).hasSizeGreaterThan(100);
    }

    @Test
    void theSystemsClockDoesNotOpenTheRate() {
        PointLimits limits = limits(1, 0, new WriteLimits(null, null, List.of(), null, 1, Duration.ofMinutes(1), null));
        limits.admitNow(ScalarType.INT, 1, 0L);
        limits.note();
        clock.stepEpoch(Duration.ofHours(1));
        assertThatThrownBy(() -> limits.admitNow(ScalarType.INT, 1, 0L)).hasMessageContaining("try again in");
    }

    @Test
    void aStepIsBoundedByTheTimeSinceTheLastOne() {
        PointLimits limits = limits(
                1, 0, new WriteLimits(null, null, List.of(), null, null, Duration.ofSeconds(1), new BigDecimal("5")));
        limits.admitNow(ScalarType.INT, 15, 10L);
        assertThatThrownBy(() -> limits.admitNow(ScalarType.INT, 16, 10L)).hasMessageContaining("a step of 6");
        limits.note();
        clock.advance(Duration.ofMillis(200));
        limits.admitNow(ScalarType.INT, 16, 15L);
        assertThatThrownBy(() -> limits.admitNow(ScalarType.INT, 17, 15L)).isInstanceOf(IllegalArgumentException.class);
        clock.advance(Duration.ofHours(1));
        assertThatThrownBy(() -> limits.admitNow(ScalarType.INT, 21, 15L))
                .as("a long pause does not allow a large step")
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> limits.admitNow(ScalarType.INT, 15, null)).hasMessageContaining("cannot be read");
        assertThatThrownBy(() -> limits.admitNow(ScalarType.BOOL, true, true))
                .hasMessageContaining("correct the limits");
    }
}
