package io.taktstrom.s7.simulator.memory;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.HexFormat;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class OperandTest {

    /** Bytes of a S7-1200, capture s7-1200-cpu1212-multiread19 frame 44. */
    @Test
    void theBytesOfARealCpuAreItsValues() {
        both("MD0:REAL", "490fdcff", 589_263.94f);
        both("MB0:CHAR", "48", "H");
        both("M0.0", "01", true);
        both("MD0:DINT", "f18c9f48", -242_442_424L);
        both("MD0", "fcde88b8", 4_242_442_424L);
        both("MW0:INT", "f688", -2424L);
        both("MW0:WCHAR", "0077", "w");
        both("MB0:SINT", "d6", -42L);
        both("MW0:UINT", "a5b8", 42_424L);
        // What was in the CPU's STRING[254] and WSTRING[254], whose rest was asked for too.
        both("MB0:STRING", "fe046875727a" + "00".repeat(250), "hurz");
        both("MB0:WSTRING", "00fe00040077006f006c0066" + "00".repeat(500), "wolf");
    }

    /** "S7-SCL V5.3", example of DATE_AND_TIME; "STEP 7", example of S5TIME (127 s); S7-1200 system manual, types. */
    @Test
    void theBytesOfTheManualsAreTheirValues() {
        both("MB0:DATE_AND_TIME", "9510201220300106", LocalDateTime.of(1995, 10, 20, 12, 20, 30, 10_000_000));
        both("MW0:S5TIME", "2127", Duration.ofSeconds(127));
        both("T0", "0999", Duration.ofMillis(9990));
        both("C0", "0127", 127L);
        both("MD0:TIME", "fffffc18", Duration.ofSeconds(-1));
        both("MB0:LTIME", "ffffffffffffffff", Duration.ofNanos(-1));
        both("MW0:DATE", "0000", LocalDate.of(1990, 1, 1));
        both("MW0:DATE", "ff62", LocalDate.of(2168, 12, 31));
        both("MD0:TOD", "05265bff", LocalTime.of(23, 59, 59, 999_000_000));
        both("MB0:LTOD", "00004e94914effff", LocalTime.of(23, 59, 59, 999_999_999));
        both("MB0:LDT", "0000000000000001", LocalDateTime.of(1970, 1, 1, 0, 0, 0, 1));
        both("MB0:DTL", "07da0c1f06173b3b3b9ac9ff", LocalDateTime.of(2010, 12, 31, 23, 59, 59, 999_999_999));
        both("MB0:LREAL", "3ff8000000000000", 1.5);
    }

    @Test
    void addressesOfDataBlocksMayBeWrittenAsPlc4jDoes() {
        assertThat(Operand.parse("%DB1:12:LREAL")).isEqualTo(Operand.parse("DB1.DBB12:LREAL"));
        assertThat(Operand.parse("%DB1:0.3:BOOL")).isEqualTo(Operand.parse("DB1.DBX0.3"));
        assertThat(Operand.parse("%DB1:4:INT[8]")).isEqualTo(Operand.parse("DB1.DBW4:INT[8]"));
        assertThat(Operand.parse("%DB1:20:STRING(30)")).isEqualTo(Operand.parse("DB1.DBB20:STRING(30)"));
        assertThat(Operand.parse("%DB1.DBD4:REAL")).isEqualTo(Operand.parse("DB1.DBD4:REAL"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Operand.parse("%DB1:0:BOOL"))
                .withMessageContaining("%DB1:0.1:BOOL");
    }

    /** "S7-SCL V5.3", arrays: elements larger than a byte at even bytes, each row of bits in bytes of its own. */
    @Test
    void arraysLieAsTheManualHasThem() {
        both("MW2:INT[1..2,0..1]", "0000" + "0001000200030004", List.of(List.of(1L, 2L), List.of(3L, 4L)));
        both("M0.0:BOOL[2,3]", "0503", List.of(List.of(true, false, true), List.of(true, true, false)));
        both("M1.3:BOOL[7]", "00" + "8801", List.of(true, false, false, false, true, true, false));
        both("MB0:STRING(1)[2]", "01014100" + "01014200", List.of("A", "B"));
        assertThat(Operand.parse("DB1.DBB560:STRING(7)[3]").end()).isEqualTo(560 + 3 * 10);
        assertThat(Operand.parse("T3").start()).isEqualTo(6);
        assertThat(Operand.parse("DB1.DBX554.3:BOOL[11]").end()).isEqualTo(556);
    }

    private static void both(String operand, String hex, Object value) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        assertThat(Operand.parse(operand).get(ByteBuffer.wrap(bytes)))
                .as(operand)
                .isEqualTo(value);
        ByteBuffer written = ByteBuffer.allocate(bytes.length);
        Operand.parse(operand).set(written, value);
        assertThat(HexFormat.of().formatHex(written.array())).as(operand).isEqualTo(hex);
    }

    @Test
    void anEmptyTextHasItsRoomAndBitsTheirNeighbours() {
        ByteBuffer memory = ByteBuffer.wrap(HexFormat.of().parseHex("00000000ff"));
        Operand.parse("MB0:STRING(2)").prepare(memory);
        Operand.parse("M4.1").set(memory, false);
        assertThat(HexFormat.of().formatHex(memory.array())).isEqualTo("02000000fd");
    }

    @ParameterizedTest
    @CsvSource({
        "C0, 1000",
        "T0, PT10000S",
        "MW0:S5TIME, PT0.005S",
        "MD0:TIME, PT600H",
        "MW0:DATE, 1989-12-31",
        "MB0:DATE_AND_TIME, 2090-01-01T00:00",
        "MB0:DTL, 1969-12-31T00:00"
    })
    void whatTheCpuHasNoBytesForIsRefused(String operand, String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Operand.parse(operand).set(ByteBuffer.allocate(12), value))
                .withMessageContaining("does not fit a ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "DB1",
                "DB1.DBQ4",
                "DB1.DBX4",
                "DB1.DBW4.1",
                "DB1.DBD4:INT",
                "DB1.DBX4.1:INT",
                "DB1.DBB4:BOOL",
                "DB1.DBD4:FLOAT",
                "DB1.DBB4:STRING(0)",
                "DB1.DBB4:STRING(255)",
                "DB1.DBW4:INT(3)",
                "DB1.DBW0:INT[0]",
                "DB1.DBW0:INT[a]",
                "DB1.DBB4:WSTRING(20000)",
                "T5:COUNTER",
                "DB1.DBW0:TIMER",
                "MB65536",
                "MX0.1:BOOL[2,2]",
                "MB0:BYTE[30000,30000]"
            })
    void whatIsNoOperandSaysSo(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Operand.parse(text))
                .withMessageStartingWith("address '" + text + "'");
    }
}
