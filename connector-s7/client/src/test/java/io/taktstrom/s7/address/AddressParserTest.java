package io.taktstrom.s7.address;

import java.util.List;

import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import io.taktstrom.s7.value.S7Array;
import io.taktstrom.s7.value.S7Scalar;
import io.taktstrom.s7.value.S7String;
import io.taktstrom.s7.value.S7Struct;
import io.taktstrom.s7.value.S7Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** The examples are those of the manuals: STEP 7, the S7 page of PLC4X, the README files of nodeS7 and node-red-contrib-s7. */
class AddressParserTest {

    @ParameterizedTest
    @CsvSource({
        "DB1.DBD4, DB1.DBD4",
        "db1.dbd4, DB1.DBD4",
        " DB1.DBX0.1 , DB1.DBX0.1",
        "DB65535.DBB2097151, DB65535.DBB2097151",
        "MW4, MW4",
        "M0.7, M0.7",
        "MX0.7, M0.7",
        "I0.0, I0.0",
        "E0.0, I0.0",
        "EW16, IW16",
        "Q2.1, Q2.1",
        "A2.1, Q2.1",
        "AB5, QB5",
        "T5, T5",
        "C5, C5",
        "Z5, C5",
        "DB1.DBD4:REAL, DB1.DBD4:REAL",
    })
    void step7AddressesMayBeGermanAndOfAnyCase(String text, String normal) {
        assertThat(S7Address.parse(text).text()).isEqualTo(normal);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "%DB1.DBD4:REAL     | DB1.DBD4:REAL",
                "%DB1:4:REAL        | DB1.DBD4:REAL",
                "%DB1:20:STRING(30) | DB1.DBB20:STRING(30)",
                "%DB1.DBX20.0:STRING(30) | DB1.DBB20:STRING(30)",
                "%DB1:20:STRING     | DB1.DBB20:STRING(254)",
                "%DB1:20:WSTRING    | DB1.DBB20:WSTRING(254)",
                "%DB2:30:STRING(10)[3] | DB2.DBB30:STRING(10)[3]",
                "%DB1:0:INT[10]     | DB1.DBW0:INT[10]",
                "%DB1.DBX0.3:BOOL[12] | DB1.DBX0.3:BOOL[12]",
                "%DB1:0.3:BOOL      | DB1.DBX0.3",
                "%MW4:INT           | MW4:INT",
                "%M4:INT            | MW4:INT",
                "%Q0.4:BOOL         | Q0.4",
                "%I0.0:BOOL[8]      | I0.0:BOOL[8]",
                "%DB1.DBX8:LREAL    | DB1.DBB8:LREAL",
                "%DB1:8:DATE_AND_TIME | DB1.DBB8:DATE_AND_TIME",
                "%DB1:8:TIME_OF_DAY | DB1.DBD8:TOD",
                "%DB1:8:DTL         | DB1.DBB8:DTL",
                "%T0:TIMER          | T0",
                "%C0:COUNTER[4]     | C0:COUNTER[4]",
                "DB1.DBW0:INT[1..2,-3..3] | DB1.DBW0:INT[1..2,-3..3]",
            })
    void plc4jAddressesNameTheirType(String text, String normal) {
        assertThat(S7Address.parse(text).text()).isEqualTo(normal);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DB1,REAL4      | DB1.DBD4:REAL",
                "DB21,R7        | DB21.DBD7:REAL",
                "DB1,X0.1       | DB1.DBX0.1",
                "DB1,X14.0.8    | DB1.DBX14.0:BOOL[8]",
                "DB1,REAL0.20   | DB1.DBD0:REAL[20]",
                "DB10,I6        | DB10.DBW6:INT",
                "DB10,INT6.2    | DB10.DBW6:INT[2]",
                "DB1,S20.30     | DB1.DBB20:STRING(30)",
                "DB10,S20.30.3  | DB10.DBB20:STRING(30)[3]",
                "DB10,C22.30    | DB10.DBB22:CHAR[30]",
                "DB10,LR32      | DB10.DBB32:LREAL",
                "DB10,DT0       | DB10.DBB0:DATE_AND_TIME",
                "DB10,DTZ0      | DB10.DBB0:DATE_AND_TIME",
                "DB10,DTL0      | DB10.DBB0:DTL",
                "DB19,DW6       | DB19.DBD6",
                "DB19,D6        | DB19.DBD6",
                "DB13,DI5       | DB13.DBD5:DINT",
                "DB23,BYTE1     | DB23.DBB1",
                "MR4            | MD4:REAL",
                "M32.2          | M32.2",
                "II10           | IW10:INT",
                "EI10           | IW10:INT",
                "QDI24          | QD24:DINT",
                "MC9            | MB9:CHAR",
                "MB4.10         | MB4:BYTE[10]",
                "MX14.0.8       | M14.0:BOOL[8]",
            })
    void nodeS7AddressesPutTheTypeBeforeTheByte(String text, String normal) {
        assertThat(S7Address.parse(text).text()).isEqualTo(normal);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''             | column 1: expected DB, I, Q, M, T or C",
                "X5             | column 1: expected DB, I, Q, M, T or C",
                "DB             | column 3: expected the number of a data block",
                "DB0.DBW2       | column 3: data block 0; its number is from 1 to 65535",
                "DB70000.DBW2   | column 3: data block 70000",
                "DB99999999999.DBW2 | column 3: the number of a data block, as in DB1.DBW2 is too large",
                "DB1            | column 4: expected '.', as in DB1.DBW2 or DB1,INT2",
                "DB1.W2         | column 5: expected 'DB', as in DB1.DBW2",
                "DB1.DBQ4       | column 7: expected X, B, W or D and a byte",
                "DB1.DBW        | column 8: expected a byte, as in DB1.DBW2",
                "DB1.DBX4       | column 9: expected a bit, as in DB1.DBX4.0",
                "DB1.DBX4.8     | column 10: bit 8; a byte has the bits 0 to 7",
                "DB1.DBW4.1     | column 11: a WORD has no bit here; DB1.DBX4.0 is one bit",
                "DB1.DBW4x      | column 9: expected nothing more",
                "DB1.DBD4:INT   | column 8: a D address of a INT, which takes 2 bytes; W is right",
                "DB1.DBW4:STRING(5) | which starts at a byte; B is right",
                "DB1.DBB4:BOOL  | which takes bits; X is right",
                "DB1.DBX4.1:INT | column 8: a X address of a INT, which takes 2 bytes; W is right",
                "DB1.DBX4.1:STRING(5) | bit 1 of a STRING[5]; only a BOOL has one",
                "I0.0:BYTE      | column 2: a X address of a BYTE, which takes a byte; B is right",
                "DB1:4:BOOL     | column 11: a BOOL needs a bit, as in DB1.DBX4.0:BOOL",
                "DB1.DBD4:FLOAT | column 10: 'FLOAT' is no type; BOOL BYTE",
                "DB1.DBB4:STRING[30] | column 16: write STRING(30) for a text of 30 characters",
                "DB1.DBB4:STRING(255) | column 17: STRING of 255 characters; a length from 1 to 254 is right",
                "DB1.DBB4:STRING(3 | column 18: expected ')'",
                "DB1.DBW4:INT[] | column 14: expected a number of elements",
                "DB1.DBW4:INT[0] | column 14: array bound 0..-1 is empty",
                "DB1.DBW4:INT[3..1] | column 14: array bound 3..1",
                "DB1.DBW4:INT[2 | column 15: expected ']'",
                "DB1.DBW2097151 | the last one of area DB is 2097151",
                "DB1.DBW4294967296 | column 8: a byte, as in DB1.DBW2 is too large",
                "DB1,FLOAT4     | column 5: 'FLOAT' is no type here; X B BYTE",
                "DB1,S20        | column 8: expected '.', as in S20.30",
                "DB1,X0         | column 7: expected '.', as in DB1,X0.1",
                "DB1,RWORD4     | column 5: 'RWORD' is no type here",
                "M20            | column 4: expected a bit, as in M20.0, or a type, as in M20:INT",
                "PIW30          | column 1: the peripheral area cannot be read",
                "T5:COUNTER     | a COUNTER in area T; it has a TIMER",
                "DB1:0:TIMER    | a TIMER is in area T",
                "C              | column 2: expected the number of a COUNTER, as in C5",
            })
    void aWrongAddressSaysWhereAndWhatWouldBeRight(String text, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> S7Address.parse(text))
                .withMessageStartingWith("address '" + text + "', column ")
                .withMessageContaining(why);
    }

    @Test
    void aDataPointsTypeSaysWhatAnAddressWithoutOneIs() {
        assertThat(parse("DB1.DBD4", "REAL").type()).isEqualTo(S7Scalar.REAL);
        assertThat(parse("DB1.DBD4", "TIME").type()).isEqualTo(S7Scalar.TIME);
        assertThat(parse("DB1.DBW4", "TIME").type()).isEqualTo(S7Scalar.S5TIME);
        assertThat(parse("DB1.DBW4", "DATE").type()).isEqualTo(S7Scalar.DATE);
        assertThat(parse("DB1.DBB4", "DT").type()).isEqualTo(S7Scalar.DATE_AND_TIME);
        assertThat(parse("DB1.DBX4.0", "LREAL").type()).isEqualTo(S7Scalar.LREAL);
        assertThat(parse("M20", "INT").type()).isEqualTo(S7Scalar.INT);
        assertThat(parse("DB1.DBB4", "STRING(30)").type()).isEqualTo(S7String.string(30));
        assertThat(parse("DB1.DBW4", "ARRAY[1..3] OF INT").type())
                .isEqualTo(new S7Array(S7Scalar.INT, List.of(new ArrayType.Bound(1, 3))));
        assertThat(parse("T5", "TIME").type()).isEqualTo(S7Scalar.TIMER);
        assertThat(parse("C5", "UINT").type()).isEqualTo(S7Scalar.COUNTER);
    }

    @Test
    void aStructureThatAPointStatesIsLaidOutAsTheCpuDoesIt() {
        StructType stated = new StructType(
                "Drive",
                List.of(
                        new StructType.Field("on", ScalarType.BOOL, 0),
                        new StructType.Field("speed", ScalarType.REAL, 1),
                        new StructType.Field("name", StringType.string(5), 5)),
                11);
        S7Type type = S7Address.parse("DB1.DBB8", stated).type();

        assertThat(((S7Struct) type).fields())
                .extracting(S7Struct.Field::offset)
                .containsExactly(0, 2, 6);
        assertThat(type.dataType()).isEqualTo(stated);
    }

    @Test
    void theTypeOfThePointAndThatOfTheAddressMustGoTogether() {
        assertThat(parse("%DB1:4:DATE_AND_TIME", "DT").type()).isEqualTo(S7Scalar.DATE_AND_TIME);
        assertThat(parse("%DB1:4:DTL", "LDT").type()).isEqualTo(S7Scalar.DTL);
        assertThat(parse("%DB1:4:STRING(10)", "STRING").type()).isEqualTo(S7String.string(10));
        assertThat(parse("%DB1:4:INT[3]", "ARRAY[*] OF INT").type()).isEqualTo(S7Array.of(S7Scalar.INT, 3));
        refused("%DB1:4:REAL", "DINT", "the address names a REAL, the data point states DINT; leave one of them out");
        refused("DB1.DBD4", "INT", "a D address of a INT");
        refused("DB1.DBD4", "BOOL", "a D address of a BOOL");
        refused("DB1.DBX0.0", "REAL", "a X address of a REAL, which takes 4 bytes; D is right");
        refused("DB1,X0.0", "INT", "a X address of a INT, which takes 2 bytes; W is right");
        refused("M20", "BOOL", "expected a bit, as in M20.0");
        refused("DB1.DBW4", "ARRAY[*] OF INT", "state the bounds");
        refused("T5", "INT", "the address names a TIMER, the data point states INT");
    }

    @ParameterizedTest
    @ValueSource(strings = {"DB1.DBD4:REAL[1..2,1..3]", "T5", "DB1.DBW0:S5TIME", "DB1.DBB0:WSTRING(9)"})
    void whatNodeS7CannotSayIsNotPrintedWrong(String text) {
        S7Address address = S7Address.parse(text);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AddressDialect.NODES7.print(address))
                .withMessageStartingWith(
                        "nodeS7 has no address for a " + address.type().text());
    }

    private static void refused(String address, String type, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse(address, type))
                .withMessageContaining(why);
    }

    private static S7Address parse(String address, String type) {
        return S7Address.parse(address, DataType.parse(type));
    }
}
