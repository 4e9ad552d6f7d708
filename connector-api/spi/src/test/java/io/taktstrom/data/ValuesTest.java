package io.taktstrom.data;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Scalars, enumerations and strings as Java objects. */
class ValuesTest {

    private static final EnumType STATE = new EnumType(
            "E_State",
            ScalarType.INT,
            List.of(
                    new EnumType.Member("Idle", 0),
                    new EnumType.Member("Run", 2),
                    new EnumType.Member("Huge", 70_000)));

    /** Through a batch, as a connector that writes and reads the value does it. */
    private static Object through(DataType type, Object value) {
        SampleBatch batch = FixedGroup.of(type).newBatch();
        Values.put(batch, 0, value);
        assertThat(batch.statusAt(0)).isEqualTo(StatusCode.GOOD);
        Object direct = Values.get(batch, 0);
        ByteBuffer image = Values.image(batch, 0);
        assertThat(image.order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
        assertThat(Values.read(type, image, 0, image.capacity())).isEqualTo(direct);
        assertThat(Values.image(type, value)).isEqualTo(image);
        return direct;
    }

    private static void refused(DataType type, Object value, String message) {
        SampleBatch batch = FixedGroup.of(type).newBatch();
        assertThatThrownBy(() -> Values.put(batch, 0, value))
                .as(type.text() + " " + value)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
        assertThatThrownBy(() -> Values.image(type, value)).isInstanceOf(IllegalArgumentException.class);
        assertThat(batch.isEmpty()).isTrue();
    }

    @Test
    void eachTypeHasItsJavaForm() {
        assertThat(through(ScalarType.BOOL, true)).isEqualTo(true);
        assertThat(through(ScalarType.INT, -5L)).isEqualTo(-5L);
        assertThat(through(ScalarType.UDINT, 4_294_967_295L)).isEqualTo(4_294_967_295L);
        assertThat(through(ScalarType.LWORD, 5)).isEqualTo(5L);
        assertThat(through(ScalarType.ULINT, new BigInteger("18446744073709551615")))
                .isEqualTo(new BigInteger("18446744073709551615"));
        assertThat(through(ScalarType.REAL, 1.5)).isEqualTo(1.5f);
        assertThat(through(ScalarType.LREAL, 0.1)).isEqualTo(0.1);
        assertThat(through(ScalarType.CHAR, "\u00e4")).isEqualTo("\u00e4");
        assertThat(through(ScalarType.WCHAR, '\u03a9')).isEqualTo("\u03a9");
        assertThat(through(ScalarType.TIME, Duration.ofMillis(1500))).isEqualTo(Duration.ofMillis(1500));
        assertThat(through(ScalarType.LTIME, Duration.ofNanos(-7))).isEqualTo(Duration.ofNanos(-7));
        assertThat(through(ScalarType.DATE, LocalDate.of(2024, 2, 29))).isEqualTo(LocalDate.of(2024, 2, 29));
        assertThat(through(ScalarType.LDATE, LocalDate.of(1969, 12, 31))).isEqualTo(LocalDate.of(1969, 12, 31));
        assertThat(through(ScalarType.TOD, LocalTime.of(23, 59, 59))).isEqualTo(LocalTime.of(23, 59, 59));
        assertThat(through(ScalarType.LTOD, LocalTime.MAX)).isEqualTo(LocalTime.MAX);
        LocalDateTime leap = LocalDateTime.of(2024, 2, 29, 1, 2, 3);
        assertThat(through(ScalarType.DT, leap)).isEqualTo(leap);
        assertThat(through(ScalarType.LDT, leap.plusNanos(1))).isEqualTo(leap.plusNanos(1));
        assertThat(through(StringType.string(5), "abc\u20ac")).isEqualTo("abc\u20ac");
        assertThat(through(StringType.wstring(3), "a\ud834\udd1e")).isEqualTo("a\ud834\udd1e");
        assertThat(through(STATE, "run")).isEqualTo("Run");
        assertThat(through(STATE, 2)).isEqualTo("Run");
        assertThat(through(STATE, "-7")).isEqualTo(-7L);
    }

    @Test
    void textIsTakenAsWellAsObjects() {
        assertThat(through(ScalarType.BOOL, "TRUE")).isEqualTo(true);
        assertThat(through(ScalarType.BOOL, 0)).isEqualTo(false);
        assertThat(through(ScalarType.INT, "-5")).isEqualTo(-5L);
        assertThat(through(ScalarType.INT, "1e3")).isEqualTo(1000L);
        assertThat(through(ScalarType.INT, new BigDecimal("7.00"))).isEqualTo(7L);
        assertThat(through(ScalarType.REAL, "NaN")).isEqualTo(Float.NaN);
        assertThat(through(ScalarType.LREAL, "-Infinity")).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(through(ScalarType.TIME, "PT1.5S")).isEqualTo(Duration.ofMillis(1500));
        assertThat(through(ScalarType.DATE, "2024-02-29")).isEqualTo(LocalDate.of(2024, 2, 29));
        assertThat(through(ScalarType.TOD, "12:00")).isEqualTo(LocalTime.NOON);
        assertThat(through(ScalarType.DT, "2024-02-29T12:00")).isEqualTo(LocalDateTime.of(2024, 2, 29, 12, 0));
    }

    @Test
    void whatIsOutOfRangeIsRefused() {
        refused(ScalarType.SINT, 128, "value 128 is out of the range of SINT");
        refused(ScalarType.USINT, -1, "value -1 is out of the range of USINT");
        refused(ScalarType.ULINT, new BigInteger("18446744073709551616"), "out of the range of ULINT");
        refused(ScalarType.LINT, new BigInteger("9223372036854775808"), "out of the range of LINT");
        refused(ScalarType.REAL, 1e39, "out of the range of REAL");
        refused(ScalarType.LREAL, "1e400", "out of the range of LREAL");
        refused(ScalarType.LREAL, new BigDecimal("-1e400"), "out of the range of LREAL");
        refused(ScalarType.TIME, Duration.ofMillis(-1), "out of the range of TIME");
        refused(ScalarType.TIME, Duration.ofMillis(4_294_967_296L), "out of the range of TIME");
        refused(ScalarType.LTIME, Duration.ofDays(200_000), "out of the range of LTIME");
        refused(ScalarType.DATE, LocalDate.of(1969, 12, 31), "out of the range of DATE");
        refused(ScalarType.DATE, LocalDate.MAX, "DATE");
        refused(ScalarType.DT, LocalDateTime.of(2106, 2, 7, 6, 28, 16), "out of the range of DT");
        refused(ScalarType.LDT, LocalDateTime.MAX, "LDT");
        refused(STATE, 40_000, "out of the range");
        refused(STATE, "Huge", "out of the range");
    }

    @Test
    void aWrongNameOfAnEnumerationListsItsMembers() {
        refused(STATE, "Rum", "value Rum is not a member of ");
        refused(STATE, "Rum", "Run");
        List<EnumType.Member> members = IntStream.range(0, 25)
                .mapToObj(i -> new EnumType.Member("m" + i, i))
                .toList();
        refused(new EnumType("E", ScalarType.INT, members), "x", "m19 and 5 more");
    }

    @Test
    void whatIsFinerThanTheTypeIsRefusedAndNotCutOff() {
        refused(ScalarType.INT, 1.5, "does not fit type INT");
        refused(ScalarType.TIME, Duration.ofNanos(1_500_000), "finer than");
        refused(ScalarType.TIME, Duration.ofNanos(-1), "finer than");
        refused(ScalarType.TOD, LocalTime.MAX, "finer than");
        refused(ScalarType.DT, LocalDateTime.of(2024, 1, 1, 0, 0, 0, 1), "finer than");
    }

    @Test
    void whatIsSomethingElseIsRefused() {
        refused(ScalarType.BOOL, "yes", "value yes (String) does not fit type BOOL");
        refused(ScalarType.BOOL, 2, "does not fit type BOOL");
        refused(ScalarType.INT, "five", "does not fit type INT");
        refused(ScalarType.INT, true, "does not fit type INT");
        refused(ScalarType.INT, Double.NaN, "does not fit type INT");
        refused(ScalarType.LREAL, "1,5", "does not fit type LREAL");
        refused(ScalarType.CHAR, "ab", "does not fit type CHAR");
        refused(ScalarType.CHAR, "\u20ac", "does not fit type CHAR");
        refused(ScalarType.TIME, 5, "does not fit type TIME");
        refused(ScalarType.DT, LocalDate.EPOCH, "does not fit type DT");
        refused(STATE, "Stop", "value Stop is not a member of E_State, which has Idle, Run, Huge");
        refused(StringType.string(5), 5, "does not fit type STRING(5)");
        refused(StringType.string(5), List.of("a"), "does not fit type STRING(5)");
        refused(ScalarType.INT, Map.of(), "does not fit type INT");
    }

    @Test
    void textThatTheDeviceCannotHoldIsRefused() {
        refused(StringType.string(2), "abc", "text 'abc' takes 3 of at most 2 units of STRING(2)");
        refused(StringType.wstring(2), "a\ud834\udd1e", "takes 3 of at most 2 units");
        refused(StringType.string(5), "\u03a9", "has characters that WINDOWS_1252 cannot express");
        refused(StringType.wstring(5), "\ud834", "cannot express");
        refused(new StringType(StringType.Encoding.UTF_8, 5), "\ud834", "cannot express");
        refused(StringType.string(5), "a\0b", "has a zero character, where the device would end it");
    }

    /** A few characters must not make us compute a number of a billion digits. */
    @Test
    @Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void hugeExponentsAreRefusedAtOnce() {
        refused(ScalarType.INT, "1e999999999", "INT");
        refused(ScalarType.ULINT, "1e-999999999", "ULINT");
        refused(ScalarType.ULINT, "0e999999999x", "ULINT");
        refused(ScalarType.LINT, "9".repeat(2_000_000), "LINT");
        assertThat(through(ScalarType.INT, "0e999999999")).isEqualTo(0L);
    }

    @Test
    void aSampleThatDoesNotFitItsTypeHasNoImage() {
        noImage(ScalarType.INT, 70_000);
        noImage(ScalarType.REAL, Double.doubleToRawLongBits(1e300));
        noImage(STATE, 40_000);
        SampleBatch tooLong = new SampleBatch(1, 10);
        tooLong.reset(FixedGroup.of(StringType.string(2)), 0, 0);
        tooLong.addText(0, 0, 0, "abc");
        assertThatThrownBy(() -> Values.image(tooLong, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    private static void noImage(DataType type, long bits) {
        SampleBatch batch = FixedGroup.of(type).newBatch();
        batch.add(0, 0, StatusCode.GOOD, bits);
        assertThatThrownBy(() -> Values.image(batch, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is out of the range of " + type.text());
    }

    @Test
    void valuesOfALaterTimeOfDayThanADayHasWrapAround() {
        SampleBatch batch = FixedGroup.of(ScalarType.TOD, ScalarType.DATE).newBatch();
        batch.add(0, 0, 0, Duration.ofHours(25).toNanos());
        batch.add(1, 0, 0, Duration.ofHours(25).toNanos());
        assertThat(Values.get(batch, 0)).isEqualTo(LocalTime.of(1, 0));
        assertThat(Values.get(batch, 1)).isEqualTo(LocalDate.of(1970, 1, 2));
    }
}
