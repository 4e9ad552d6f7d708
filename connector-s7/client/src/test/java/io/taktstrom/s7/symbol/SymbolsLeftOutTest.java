package io.taktstrom.s7.symbol;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** What an import takes of what TIA Portal writes; what it cannot take costs that variable, with a note, not the file. */
class SymbolsLeftOutTest {

    private static final String TAIL = "; END_STRUCT; BEGIN END_DATA_BLOCK\n";

    private final SymbolImport symbols = new SymbolImport(Map.of("Line", 5, "Motor_DB", 6, "Arr", 7));

    @Test
    void anInstanceLiesAsTheFunctionBlockOfItsFileDeclaresSectionBySection() throws IOException {
        assertThat(lines("""
                FUNCTION_BLOCK "Motor"
                TITLE = Don't stop
                { S7_Optimized_Access := 'FALSE' }
                VERSION : 0.1
                   VAR
                      speed : Real;
                   END_VAR
                   VAR_INPUT
                      on { S7_SetPoint := 'True'} : Bool;
                      stop, ack : Bool;
                   END_VAR
                   VAR_IN_OUT
                      count : Int;
                      drive : "Drive";
                   END_VAR
                   VAR_OUTPUT
                      running : Bool;
                   END_VAR
                   VAR_TEMP
                      scratch : Array[0..9] of LReal;
                   END_VAR
                   VAR CONSTANT
                      MAX : Int := 5;
                   END_VAR
                   VAR
                      delay {InstructionName := 'TON_TIME'; LibVersion := '1.0'} : TON_TIME;
                      bits AT speed : Array[0..31] of Bool;
                      last : Bool;
                   END_VAR
                BEGIN
                   IF #on AND #speed > 5.0 & NOT #stop THEN #count += 1; END_IF; // it's so
                   #delay(IN := #on, PT := T#5s);
                END_FUNCTION_BLOCK

                TYPE "Drive" STRUCT a : Int; END_STRUCT; END_TYPE

                DATA_BLOCK "Motor_DB"
                { S7_Optimized_Access := 'FALSE' }
                VERSION : 0.1
                NON_RETAIN
                "Motor"

                BEGIN
                   speed := 1.5;
                END_DATA_BLOCK
                """))
                .containsExactly(
                        "Motor_DB.on DB6.DBX0.0",
                        "Motor_DB.stop DB6.DBX0.1",
                        "Motor_DB.ack DB6.DBX0.2",
                        // Each section starts at an even byte.
                        "Motor_DB.running DB6.DBX2.0",
                        "Motor_DB.count DB6.DBW4:INT",
                        // What is no elementary type comes by reference.
                        "Motor_DB.drive.db DB6.DBW6:UINT",
                        "Motor_DB.drive.pointer DB6.DBD8",
                        "Motor_DB.speed DB6.DBD12:REAL",
                        "Motor_DB.delay.PT DB6.DBD20:TIME",
                        "Motor_DB.delay.ET DB6.DBD24:TIME",
                        "Motor_DB.delay.IN DB6.DBX28.1",
                        "Motor_DB.delay.Q DB6.DBX28.2",
                        "Motor_DB.last DB6.DBX32.0");
        assertThat(symbols.notes()).isEmpty();
    }

    @Test
    void systemTypesHaveTheirKnownLayouts() throws IOException {
        assertThat(lines(
                        "DATA_BLOCK DB1 STRUCT t : IEC_TIMER; c : IEC_COUNTER; s : IEC_SCOUNTER; d : CTU_DINT; hw : HW_IO;"
                                + " ob : OB_CYCLIC; e : EVENT_HWINT; p : Pointer; a : Any; z : Bool" + TAIL))
                .filteredOn(line -> !line.matches(".*\\.(CU|CD|R|LD|QU|QD|IN|id|type|count) .*"))
                .containsExactly(
                        "DB1.t.PT DB1.DBD4:TIME",
                        "DB1.t.ET DB1.DBD8:TIME",
                        "DB1.t.Q DB1.DBX12.2",
                        "DB1.c.PV DB1.DBW18:INT",
                        "DB1.c.CV DB1.DBW20:INT",
                        "DB1.s.PV DB1.DBB23:SINT",
                        "DB1.s.CV DB1.DBB24:SINT",
                        // 3 bytes, and one to the next word; then 4 for six bits.
                        "DB1.d.PV DB1.DBD30:DINT",
                        "DB1.d.CV DB1.DBD34:DINT",
                        "DB1.hw DB1.DBW38:UINT",
                        "DB1.ob DB1.DBW40:INT",
                        "DB1.e DB1.DBD42",
                        "DB1.p.db DB1.DBW46:UINT",
                        "DB1.p.pointer DB1.DBD48",
                        "DB1.a.db DB1.DBW56:UINT",
                        "DB1.a.pointer DB1.DBD58",
                        "DB1.z DB1.DBX62.0");
    }

    @Test
    void aTimersOwnBlockIsReadToo() throws IOException {
        assertThat(lines("""
                DATA_BLOCK "Line"
                {InstructionName := 'IEC_TIMER'; LibVersion := '1.0'; S7_Optimized_Access := 'FALSE' }
                AUTHOR : Simatic
                FAMILY : IEC
                NAME : IEC_TMR
                VERSION : 1.0
                NON_RETAIN
                IEC_TIMER

                BEGIN
                END_DATA_BLOCK
                """)).contains("Line.PT DB5.DBD4:TIME", "Line.Q DB5.DBX12.2");
    }

    @Test
    void anArrayDataBlockIsAnArray() throws IOException {
        assertThat(lines("""
                DATA_BLOCK "Arr"
                { S7_Optimized_Access := 'FALSE' }
                VERSION : 0.1
                NON_RETAIN
                   ARRAY[0..1] OF "U1"
                BEGIN
                   [0].x := 5;
                END_DATA_BLOCK
                DATA_BLOCK DB8 ARRAY[1..4] OF Real BEGIN END_DATA_BLOCK
                TYPE "U1" STRUCT x : Int; y : Bool; END_STRUCT; END_TYPE
                """))
                .containsExactly(
                        "Arr[0].x DB7.DBW0:INT",
                        "Arr[0].y DB7.DBX2.0",
                        "Arr[1].x DB7.DBW4:INT",
                        "Arr[1].y DB7.DBX6.0",
                        "DB8 DB8.DBD0:REAL[1..4]");
    }

    @Test
    void whatCannotBeTakenCostsItselfAndWhatFollowsBecauseNobodyKnowsWhereThatLies() throws IOException {
        String odd = "DATA_BLOCK DB1 STRUCT a : Int; b : %s; c : Int; d : Int" + TAIL;
        String good = "DATA_BLOCK DB2 STRUCT x : Int" + TAIL;
        Map<String, String> why = Map.of(
                "Foo", "b in DB1 is left out: x.db:1:36: there is no data type 'Foo'; give its source too",
                "\"Bar\"", "there is no data type \"Bar\"; give its source too",
                "Variant", "there is no data type 'Variant'",
                "String[300]", "x.db:1:43: STRING of 300 characters",
                "Array[5..1] of Int", "x.db:1:42: array bound 5..1",
                "Array[0..\"MAX\"] of Struct s : Int; END_STRUCT", "expected a number, not \"MAX\"; put the value",
                "Array[0..2147483647] of Int", "array bound 0..2147483647 is empty or too large",
                "Array[0..2000000000] of Struct s : Int; END_STRUCT", "an array larger than");
        for (Map.Entry<String, String> each : why.entrySet()) {
            SymbolImport one = new SymbolImport(Map.of());
            one.add("x.db", utf8(odd.formatted(each.getKey()) + good));
            assertThat(one.finish())
                    .as(each.getKey())
                    .extracting(ImportedSymbol::name)
                    .containsExactly("DB1.a", "DB2.x");
            assertThat(one.notes()).as(each.getKey()).hasSize(2);
            assertThat(one.notes().get(0)).contains(each.getValue());
            assertThat(one.notes().get(1)).contains("what follows b in DB1 is left out too (2 variables)");
        }
    }

    @Test
    void anEmptyBlockOrOneBeyondTheProtocolIsLeftOutAlone() throws IOException {
        assertThat(lines("DATA_BLOCK DB1 STRUCT END_STRUCT; BEGIN END_DATA_BLOCK\n"
                        + "DATA_BLOCK DB2 STRUCT a : Array[0..3000000] of Byte; END_STRUCT; END_DATA_BLOCK\n"
                        + "DATA_BLOCK DB3 \"Gone\" BEGIN END_DATA_BLOCK\n"
                        + "DATA_BLOCK DB4 STRUCT x : Int" + TAIL))
                .containsExactly("DB4.x DB4.DBW0:INT");
        assertThat(symbols.notes())
                .satisfiesExactly(
                        empty -> assertThat(empty).contains("data block DB1 is left out", "has no fields"),
                        large -> assertThat(large).contains("DB2.a is left out", "the last one of area DB"),
                        gone -> assertThat(gone).contains("data block DB3 is left out", "no data type \"Gone\""));
    }

    @Test
    void typesThatContainThemselvesOrGrowWithoutEndCostTheirVariables() throws IOException {
        StringBuilder chain = new StringBuilder("TYPE \"T0\" STRUCT a : Int; END_STRUCT; END_TYPE\n");
        for (int i = 1; i < 40; i++) {
            chain.append("TYPE \"T%d\" STRUCT a : Array[0..9] of \"T%d\"; END_STRUCT; END_TYPE\n".formatted(i, i - 1));
        }
        assertThat(lines("""
                TYPE "A" STRUCT b : "B"; END_STRUCT; END_TYPE
                TYPE "B" STRUCT a : Array[0..1] of "A"; END_STRUCT; END_TYPE
                DATA_BLOCK DB1 STRUCT x : Int; a : "A"; END_STRUCT; BEGIN END_DATA_BLOCK
                """ + chain + "DATA_BLOCK DB2 STRUCT y : Int; a : \"T39\"" + TAIL))
                .containsExactly("DB1.x DB1.DBW0:INT", "DB2.y DB2.DBW0:INT");
        assertThat(symbols.notes()).anyMatch(note -> note.contains("data type \"A\" contains itself"));
    }

    @Test
    void namesNeverDependOnTheOrder() throws IOException {
        List<String> members = new ArrayList<>(
                List.of("\"a b\" : Int", "a_b : Int", "\"q.r\" : Int", "q : Struct r : Int; END_STRUCT"));
        long seed = System.nanoTime();
        for (int round = 0; round < 20; round++) {
            Collections.shuffle(members, new Random(seed + round));
            SymbolImport one = new SymbolImport(Map.of());
            one.add("x.db", utf8("DATA_BLOCK DB1 STRUCT " + String.join("; ", members) + TAIL));
            assertThat(one.finish())
                    .as("seed %d", seed + round)
                    .extracting(ImportedSymbol::name)
                    .containsExactlyInAnyOrder("DB1.a b", "DB1.a_b", "DB1.\"q.r\"", "DB1.q.r");
        }
    }

    @Test
    void aSourceInUtf16IsReadAndWhatIsNoTextIsNamed() throws IOException {
        String source = "DATA_BLOCK DB1 STRUCT Zähler : Int" + TAIL;
        for (byte[] bytes : List.of(
                source.getBytes(StandardCharsets.UTF_16),
                ("\uFEFF" + source).getBytes(StandardCharsets.UTF_16LE),
                source.getBytes(StandardCharsets.UTF_16LE),
                source.getBytes(StandardCharsets.UTF_16BE),
                source.getBytes(Charset.forName("windows-1252")))) {
            SymbolImport one = new SymbolImport(Map.of());
            one.add("x.db", bytes);
            assertThat(one.finish()).extracting(ImportedSymbol::name).containsExactly("DB1.Zähler");
        }
        assertThatExceptionOfType(SymbolException.class)
                .isThrownBy(() -> symbols.add("x.db", new byte[100]))
                .withMessage(
                        "x.db: this is no text in UTF-8, UTF-16 or windows-1252: it has zero bytes; save it as UTF-8");
    }

    @Test
    void aTagThatCannotBeTakenCostsItself() throws IOException {
        symbols.add("tags.xml", utf8("""
                <Tagtable name='t'>
                  <Tag type='Hw_Submodule' remark='' addr='%MW2'>module</Tag>
                  <Tag type='Variant' remark='' addr='%MW4'>odd</Tag>
                  <Tag type='Int' remark='' addr='%KW4'>nowhere</Tag>
                  <Tag type='Int' remark='' addr='%MW6'>good</Tag>
                </Tagtable>
                """));
        assertThat(symbols.finish().stream()
                        .map(s -> s.name() + " " + s.address().text()))
                .containsExactly("module MW2:UINT", "good MW6:INT");
        assertThat(symbols.notes())
                .satisfiesExactly(
                        odd -> assertThat(odd).contains("tag odd is left out", "tags.xml:3"),
                        nowhere -> assertThat(nowhere).contains("tag nowhere is left out", "tags.xml:4"));
    }

    /** TIA Portal declares constants behind the variables whose bounds they are. */
    @Test
    void boundsMayBeConstantsOfTheBlock() throws IOException {
        assertThat(lines("""
                FUNCTION_BLOCK "Motor"
                { S7_Optimized_Access := 'FALSE' }
                   VAR
                      a : Array[0..#MAX] of Int;
                      b : Array[#"FIRST"..2] of Byte;
                      name : String[#Len];
                      lost : Array[0.."GLOBAL"] of Int;
                   END_VAR
                   VAR CONSTANT
                      MAX : Int := 3;
                      "FIRST" : Int := INT#1;
                      LEN : USInt := 16#0A;
                      GLOBAL : Real := 1.5;
                   END_VAR
                BEGIN
                END_FUNCTION_BLOCK
                DATA_BLOCK "Motor_DB"
                { S7_Optimized_Access := 'FALSE' }
                "Motor"
                BEGIN
                END_DATA_BLOCK
                """))
                .containsExactly(
                        "Motor_DB.a DB6.DBW0:INT[4]",
                        "Motor_DB.b DB6.DBB8:BYTE[1..2]",
                        "Motor_DB.name DB6.DBB10:STRING(10)");
        assertThat(symbols.notes()).singleElement().asString().contains("lost", "put the value of the constant there");
    }

    @Test
    void aTagOfADataTypeHasItsParts() throws IOException {
        symbols.add("tags.xml", utf8("""
                <Tagtable name='t'>
                  <Tag type='&quot;Drive&quot;' remark='' addr='%I100.0'>drive</Tag>
                  <Tag type='&quot;Drive&quot;' remark='' addr='%M3.1'>odd</Tag>
                  <Tag type='&quot;Other&quot;' remark='' addr='%M4.0'>other</Tag>
                </Tagtable>
                """));
        symbols.add("Drive.udt", utf8("""
                TYPE "Drive"
                   STRUCT
                      on : Bool;
                      fault : Bool;
                      speed : Real;
                   END_STRUCT;
                END_TYPE
                """));
        assertThat(symbols.finish().stream()
                        .map(s -> s.name() + " " + s.address().text()))
                .containsExactly("drive.on I100.0", "drive.fault I100.1", "drive.speed ID102:REAL");
        assertThat(symbols.notes())
                .satisfiesExactly(
                        odd -> assertThat(odd).contains("tag odd is left out", "tags.xml:3", "bit 0"),
                        other -> assertThat(other).contains("tag other is left out", "Other", "give its source too"));
    }

    private List<String> lines(String source) throws IOException {
        symbols.add("x.db", utf8(source));
        return symbols.finish().stream()
                .map(symbol -> symbol.name() + " " + symbol.address().text())
                .toList();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
