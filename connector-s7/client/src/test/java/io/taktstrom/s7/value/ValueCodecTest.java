package io.taktstrom.s7.value;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.ArrayType;
import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class ValueCodecTest {

    private static final int ROUNDS = 20_000;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    /** Bytes of a S7-1200, capture s7-1200-cpu1212-multiread19 frame 44. */
    @Test
    void valuesOfARealCpuAreRead() {
        assertThat(Wire.value(S7Scalar.REAL, "490fdcff")).isEqualTo(589_263.94f);
        assertThat(Wire.value(S7Scalar.CHAR, "48")).isEqualTo("H");
        assertThat(Wire.value(S7Scalar.BOOL, "01")).isEqualTo(true);
        assertThat(Wire.value(S7Scalar.DINT, "f18c9f48")).isEqualTo(-242_442_424L);
        assertThat(Wire.value(S7Scalar.DWORD, "fcde88b8")).isEqualTo(4_242_442_424L);
        assertThat(Wire.value(S7Scalar.INT, "f688")).isEqualTo(-2424L);
        assertThat(Wire.value(S7Scalar.WCHAR, "0077")).isEqualTo("w");
        assertThat(Wire.value(S7Scalar.SINT, "d6")).isEqualTo(-42L);
        assertThat(Wire.value(S7Scalar.UINT, "a5b8")).isEqualTo(42_424L);
        // Asked for as CHAR[12] and CHAR[24]: what was in the CPU's STRING[254] and WSTRING[254].
        assertThat(Wire.value(S7String.string(254), "fe046875727a" + "00".repeat(250)))
                .isEqualTo("hurz");
        assertThat(Wire.value(S7String.wstring(254), "00fe00040077006f006c0066" + "00".repeat(500)))
                .isEqualTo("wolf");
    }

    /** "S7-SCL V5.3", example of DATE_AND_TIME; "STEP 7", example of S5TIME (127 s); S7-1200 system manual, types. */
    @Test
    void valuesOfTheManualsAreReadAndWritten() {
        both(S7Scalar.DATE_AND_TIME, "9510201220300106", LocalDateTime.of(1995, 10, 20, 12, 20, 30, 10_000_000));
        both(S7Scalar.S5TIME, "2127", Duration.ofSeconds(127));
        both(S7Scalar.TIMER, "0999", Duration.ofMillis(9990));
        both(S7Scalar.COUNTER, "0127", 127L);
        both(S7Scalar.TIME, "fffffc18", Duration.ofSeconds(-1));
        both(S7Scalar.LTIME, "ffffffffffffffff", Duration.ofNanos(-1));
        both(S7Scalar.DATE, "0000", LocalDate.of(1990, 1, 1));
        both(S7Scalar.DATE, "ff62", LocalDate.of(2168, 12, 31));
        both(S7Scalar.TOD, "05265bff", LocalTime.of(23, 59, 59, 999_000_000));
        both(S7Scalar.LTOD, "00004e94914effff", LocalTime.of(23, 59, 59, 999_999_999));
        both(S7Scalar.LDT, "0000000000000001", LocalDateTime.of(1970, 1, 1, 0, 0, 0, 1));
        both(S7Scalar.DTL, "07da0c1f0617 3b3b 3b9ac9ff", LocalDateTime.of(2010, 12, 31, 23, 59, 59, 999_999_999));
        both(S7Scalar.ULINT, "ffffffffffffffff", new BigInteger("18446744073709551615"));
        both(S7Scalar.LREAL, "3ff8000000000000", 1.5);
    }

    private static void both(S7Type type, String hex, Object value) {
        assertThat(Wire.value(type, hex)).isEqualTo(value);
        assertThat(Wire.encoded(type, value)).isEqualTo(hex.replace(" ", ""));
    }

    @Test
    void bytesThatAreNoValueAreABadSampleAndNoException() {
        bad(S7Scalar.S5TIME, "0a00");
        bad(S7Scalar.TIMER, "000f");
        bad(S7Scalar.COUNTER, "1a00".replace("1a", "0a"));
        bad(S7Scalar.TOD, "05265c00");
        bad(S7Scalar.LTOD, "00004e94914f0000");
        bad(S7Scalar.LTOD, "8000000000000000");
        bad(S7Scalar.DATE_AND_TIME, "0000000000000000");
        bad(S7Scalar.DATE_AND_TIME, "9013010000000000");
        bad(S7Scalar.DATE_AND_TIME, "9002300000000000");
        bad(S7Scalar.DATE_AND_TIME, "a001010000000000");
        bad(S7Scalar.DATE_AND_TIME, "90010124000000 00");
        bad(S7Scalar.DATE_AND_TIME, "90010100000000 a0");
        bad(S7Scalar.DTL, "000000000000000000000000");
        bad(S7Scalar.DTL, "07e90d0101000000 00000000");
        bad(S7Scalar.DTL, "07e9021d01000000 00000000");
        bad(S7Scalar.DTL, "07e9010101000000 3b9aca00");
        bad(S7Scalar.DTL, "08d6040c01000000 00000000");
    }

    private static void bad(S7Type type, String hex) {
        assertThat(Wire.status(type, hex)).as(hex).isEqualTo(StatusCode.BAD_DECODING_ERROR);
    }

    @Test
    void whatACpuCannotHoldIsNotWritten() {
        String outOfRange = Integer.toHexString(StatusCode.BAD_OUT_OF_RANGE);
        assertThat(Wire.encoded(S7Scalar.S5TIME, Duration.ofMillis(5))).isEqualTo(outOfRange);
        assertThat(Wire.encoded(S7Scalar.S5TIME, Duration.ofSeconds(10_000))).isEqualTo(outOfRange);
        assertThat(Wire.encoded(S7Scalar.COUNTER, 1000)).isEqualTo(outOfRange);
        assertThat(Wire.encoded(S7Scalar.TIME, Duration.ofDays(25))).isEqualTo(outOfRange);
        assertThat(Wire.encoded(S7Scalar.TIME, Duration.ofNanos(1))).isEqualTo(outOfRange);
        assertThat(Wire.encoded(S7Scalar.DATE, LocalDate.of(1989, 12, 31))).isEqualTo(outOfRange);
        assertThat(Wire.encoded(S7Scalar.DATE_AND_TIME, LocalDateTime.of(2090, 1, 1, 0, 0)))
                .isEqualTo(outOfRange);
        assertThat(Wire.encoded(S7Scalar.DTL, LocalDateTime.of(1969, 12, 31, 0, 0)))
                .isEqualTo(outOfRange);
    }

    @Test
    void aTextThatIsLongerThanItsRoomIsCutAndUncertain() {
        assertThat(Wire.value(S7String.string(3), "0503616263")).isEqualTo("abc");
        assertThat(Wire.status(S7String.string(3), "0303616263")).isEqualTo(StatusCode.GOOD);
        assertThat(Wire.value(S7String.string(3), "0505616263")).isEqualTo("abc");
        assertThat(Wire.status(S7String.string(3), "0505616263")).isEqualTo(StatusCode.UNCERTAIN);
        assertThat(Wire.status(S7String.string(3), "ffff616263")).isEqualTo(StatusCode.UNCERTAIN);
        assertThat(Wire.status(S7String.string(3), "0203616263")).isEqualTo(StatusCode.UNCERTAIN);
        assertThat(Wire.status(S7String.string(3), "0303610063")).isEqualTo(StatusCode.UNCERTAIN);
        assertThat(Wire.value(S7String.string(3), "0000616263")).isEqualTo("");
        assertThat(Wire.status(S7String.wstring(1), "0001ffff0061")).isEqualTo(StatusCode.UNCERTAIN);
    }

    @Test
    void aTextIsWrittenWithItsLengthAndNoMoreThanItNeeds() {
        ValueCodec codec = new ValueCodec(S7String.string(5), 0);
        SampleBatch batch = Wire.batch(S7String.string(5));
        batch.addText(0, SampleBatch.NO_TIME, StatusCode.GOOD, "Zoë€");
        byte[] bytes = HexFormat.of().parseHex("aaaaaaaaaaaaaa");
        ByteBuffer wire = ByteBuffer.wrap(bytes);

        assertThat(codec.encode(batch, 0, wire, 0)).isEqualTo(StatusCode.GOOD);
        assertThat(HexFormat.of().formatHex(bytes)).isEqualTo("05045a6feb80aa");
        assertThat(codec.keptBytes()).isEqualTo(1);
        assertThat(codec.encodedBytes(wire, 0)).isEqualTo(6);
    }

    @Test
    void aWideTextMayHaveCharactersOfTwoUnits() {
        assertThat(Wire.encoded(S7String.wstring(3), "é\uD83D\uDE00")).isEqualTo("0003000300e9d83dde00");
        assertThat(Wire.value(S7String.wstring(3), "0003000300e9d83dde00")).isEqualTo("é\uD83D\uDE00");
    }

    @Test
    void aTextThatDoesNotFitIsRefused() {
        SampleBatch batch = new SampleBatch(3, 100);
        batch.reset(Wire.batch(S7String.string(2)).group(), SampleBatch.NO_TIME, 0);
        batch.addText(0, SampleBatch.NO_TIME, StatusCode.GOOD, "abc");
        batch.addText(0, SampleBatch.NO_TIME, StatusCode.GOOD, "\u0416");
        batch.addBytes(0, SampleBatch.NO_TIME, StatusCode.GOOD, Wire.bytes("c3"), 0, 1);
        ValueCodec codec = new ValueCodec(S7String.string(2), 0);
        ByteBuffer wire = ByteBuffer.allocate(4);

        assertThat(codec.encode(batch, 0, wire, 0)).isEqualTo(StatusCode.BAD_OUT_OF_RANGE);
        assertThat(codec.encode(batch, 1, wire, 0)).isEqualTo(StatusCode.BAD_ENCODING_ERROR);
        assertThat(codec.encode(batch, 2, wire, 0)).isEqualTo(StatusCode.BAD_ENCODING_ERROR);
    }

    @Test
    void aBitIsOneBitOfItsByte() {
        assertThat(Values.get(Wire.decoded(S7Scalar.BOOL, 3, Wire.bytes("08")), 0))
                .isEqualTo(true);
        assertThat(Values.get(Wire.decoded(S7Scalar.BOOL, 3, Wire.bytes("f7")), 0))
                .isEqualTo(false);

        SampleBatch batch = Wire.batch(S7Scalar.BOOL);
        Values.put(batch, 0, false);
        ByteBuffer wire = Wire.bytes("ff");
        new ValueCodec(S7Scalar.BOOL, 3).encode(batch, 0, wire, 0);
        assertThat(wire.get(0)).isEqualTo((byte) 0xF7);
    }

    @Test
    void bitsOfAnArrayMayStartInsideAByte() {
        S7Array bits = S7Array.of(S7Scalar.BOOL, 10);
        assertThat(Values.get(Wire.decoded(bits, 7, Wire.bytes("80 01 01")), 0))
                .isEqualTo(List.of(true, true, false, false, false, false, false, false, false, true));
        ValueCodec codec = new ValueCodec(bits, 7);
        assertThat(codec.bitCount()).isEqualTo(10);
        assertThat(codec.bitOffset(0)).isEqualTo(7);
        assertThat(codec.bitOffset(9)).isEqualTo(16);
    }

    @Test
    void eachRowOfBitsStartsWithANewByte() {
        S7Array bits = new S7Array(S7Scalar.BOOL, List.of(new ArrayType.Bound(1, 2), new ArrayType.Bound(-1, 1)));
        assertThat(bits.wireBytes()).isEqualTo(2);
        assertThat(Wire.value(bits, "0506")).isEqualTo(List.of(List.of(true, false, true), List.of(false, true, true)));
        assertThat(Wire.encoded(bits, List.of(List.of(true, false, true), List.of(false, true, true))))
                .isEqualTo("0506");
        assertThat(new ValueCodec(bits, 0).bitOffset(4)).isEqualTo(9);
    }

    @Test
    void arraysAndStructuresBecomeImagesAndBack() {
        S7Struct drive = driveLayout();
        S7Array drives = S7Array.of(drive, 2);
        Map<String, Object> one = Map.of(
                "on", true, "fault", false, "mode", 7L, "speed", 1.5f, "name", "X1", "marks", List.of(1L, -2L, 3L));
        String hex = "01 07 3fc00000 0302 5831 00 00 0001fffe0003";

        assertThat(drive.wireBytes()).isEqualTo(18);
        assertThat(Wire.value(drive, hex)).isEqualTo(one);
        assertThat(Wire.encoded(drive, one)).isEqualTo(hex.replace(" ", ""));
        assertThat(Wire.value(drives, hex + hex)).isEqualTo(List.of(one, one));
        assertThat(Wire.encoded(S7Array.of(S7String.string(1), 2), List.of("a", "b")))
                .isEqualTo("0101610001016200");
    }

    /** 0 on, fault; 1 mode; 2 speed; 6 name; 12 marks. */
    private static S7Struct driveLayout() {
        StandardLayout layout = new StandardLayout("Drive");
        layout.add("on", S7Scalar.BOOL);
        layout.add("fault", S7Scalar.BOOL);
        layout.add("mode", S7Scalar.BYTE);
        layout.add("speed", S7Scalar.REAL);
        layout.add("name", S7String.string(3));
        layout.add("marks", S7Array.of(S7Scalar.INT, 3));
        return layout.build();
    }

    @Test
    void oneWrongPartMakesAStructureUncertainAndLeavesTheOthers() {
        StandardLayout layout = new StandardLayout("Log");
        layout.add("count", S7Scalar.INT);
        layout.add("at", S7Scalar.DATE_AND_TIME);
        S7Struct log = layout.build();

        assertThat(Wire.status(log, "0005 0000000000000000")).isEqualTo(StatusCode.UNCERTAIN);
        assertThat(Wire.value(log, "0005 0000000000000000"))
                .isEqualTo(Map.of("count", 5L, "at", LocalDateTime.of(1970, 1, 1, 0, 0)));
    }

    @ParameterizedTest
    @EnumSource(S7Scalar.class)
    void anyBytesAreAValueThatCanBeWrittenBackOrABadSample(S7Scalar type) {
        ByteBuffer wire = ByteBuffer.allocate(type.wireBytes());
        ByteBuffer back = ByteBuffer.allocate(type.wireBytes());
        ValueCodec codec = new ValueCodec(type, 0);
        SampleBatch batch = Wire.batch(type);
        int good = 0;
        for (int i = 0; i < ROUNDS; i++) {
            randomBytes(type, wire.array());
            batch.clear();
            codec.decode(batch, 0, SampleBatch.NO_TIME, StatusCode.GOOD, wire, 0);
            if (batch.statusAt(0) == StatusCode.GOOD) {
                assertThat(codec.encode(batch, 0, back, 0)).as("seed %d", seed).isEqualTo(StatusCode.GOOD);
                long value = batch.longAt(0);
                batch.clear();
                codec.decode(batch, 0, SampleBatch.NO_TIME, StatusCode.GOOD, back, 0);
                assertThat(batch.longAt(0)).as("seed %d", seed).isEqualTo(value);
                Values.get(batch, 0);
                good++;
            }
        }
        assertThat(good).isPositive();
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "BYTE", "WORD", "DWORD", "LWORD", "SINT", "USINT", "INT", "UINT", "DINT", "UDINT", "LINT", "ULINT",
                "REAL", "LREAL", "CHAR", "WCHAR"
            })
    void anArrayOfNumbersHoldsWhatItsElementsAre(S7Scalar type) {
        assertThat(NumberArray.are(type)).isTrue();
        S7Array array = S7Array.of(type, 7);
        byte[] bytes = new byte[array.wireBytes()];
        random.nextBytes(bytes);
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < array.count(); i++) {
            int at = i * array.stride();
            ByteBuffer element = ByteBuffer.wrap(Arrays.copyOfRange(bytes, at, at + type.wireBytes()));
            elements.add(Values.get(Wire.decoded(type, 0, element), 0));
        }
        SampleBatch batch = Wire.decoded(array, 0, ByteBuffer.wrap(bytes));
        assertThat(Values.get(batch, 0)).as("seed %d", seed).isEqualTo(elements);
        ByteBuffer back = ByteBuffer.allocate(bytes.length);
        assertThat(new ValueCodec(array, 0).encode(batch, 0, back, 0)).isEqualTo(StatusCode.GOOD);
        assertThat(back.array()).as("seed %d", seed).isEqualTo(bytes);
    }

    /** Of times and BCD numbers hardly any bytes are right, so their digits are kept small. */
    private void randomBytes(S7Scalar type, byte[] bytes) {
        random.nextBytes(bytes);
        if (WireScalar.mayBeInvalid(type) && random.nextInt(4) > 0) {
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] &= 0x11;
            }
            if (type == S7Scalar.DTL) {
                bytes[0] = 7;
                bytes[1] = (byte) (0xB2 + random.nextInt(50));
            }
        }
    }

    @Test
    void datesAreThoseOfTheIsoCalendar() {
        for (int i = 0; i < ROUNDS; i++) {
            LocalDate date = LocalDate.of(1970, 1, 1).plusDays(random.nextInt(106_700));
            long day = date.toEpochDay();
            assertThat(Calendar.epochDay(date.getYear(), date.getMonthValue(), date.getDayOfMonth()))
                    .as("seed %d: %s", seed, date)
                    .isEqualTo(day);
            assertThat(LocalDate.of(Calendar.year(day), Calendar.month(day), Calendar.day(day)))
                    .isEqualTo(date);
            assertThat(Calendar.weekday(day)).isEqualTo(date.getDayOfWeek().getValue() % 7 + 1);
            assertThat(Calendar.isDate(date.getYear(), date.getMonthValue(), date.getDayOfMonth() + 1))
                    .isEqualTo(date.plusDays(1).getMonth() == date.getMonth());
        }
    }

    @Test
    void decodingAndEncodingAllocateNothing() throws Exception {
        List<S7Type> types = List.of(
                S7Scalar.DINT,
                S7Scalar.DATE_AND_TIME,
                S7Scalar.DTL,
                S7Scalar.S5TIME,
                S7String.string(20),
                S7String.wstring(20),
                S7Array.of(S7Scalar.REAL, 10),
                S7Array.of(S7Scalar.BOOL, 10),
                S7Array.of(driveLayout(), 3));
        ByteBuffer wire = ByteBuffer.allocate(64);
        Arrays.fill(wire.array(), (byte) 0x11);
        ValueCodec[] codecs = new ValueCodec[types.size()];
        SampleBatch[] batches = new SampleBatch[types.size()];
        for (int i = 0; i < codecs.length; i++) {
            codecs[i] = new ValueCodec(types.get(i), 0);
            batches[i] = Wire.batch(types.get(i));
        }
        AllocationMeter.currentThread().assertZeroPerOperation(10_000, () -> {
            for (int i = 0; i < codecs.length; i++) {
                batches[i].clear();
                codecs[i].decode(batches[i], 0, SampleBatch.NO_TIME, StatusCode.GOOD, wire, 0);
                codecs[i].encode(batches[i], 0, wire, 0);
            }
        });
    }
}
