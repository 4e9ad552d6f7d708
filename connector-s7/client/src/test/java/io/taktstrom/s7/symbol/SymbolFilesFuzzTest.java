package io.taktstrom.s7.symbol;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.s7.address.S7Address;
import io.taktstrom.testkit.peer.FuzzedParser;
import org.junit.jupiter.params.provider.MethodSource;

/** What TIA Portal and STEP 7 export, and what may only look so: symbols, or a refusal that says where. */
class SymbolFilesFuzzTest {

    private static final String ROW =
            "<row><c><v>Name</v></c><c><v>Data Type</v></c><c><v>Logical Address</v></c></row>"
                    + "<row><c r='A2'><v>a</v></c><c r='B2' t='inlineStr'><is><t>Int</t></is></c><c r='C2' t='s'><v>0</v></c></row>";

    private static void read(String file, byte[] bytes) {
        FuzzedParser.check(bytes.length, SymbolException.class, () -> {
            SymbolImport symbols = new SymbolImport(Map.of("Line", 5));
            symbols.numberFrom(100);
            symbols.add(file, bytes);
            for (ImportedSymbol symbol : symbols.finish()) {
                if (symbol.name().isEmpty()
                        || !S7Address.parse(symbol.address().text()).equals(symbol.address())) {
                    throw new AssertionError(symbol.toString());
                }
            }
        });
    }

    static Stream<byte[]> sources() {
        return FuzzedParser.texts("""
                TYPE "Drive" VERSION : 0.1
                  STRUCT speed { S7_SetPoint := 'True'} : Real := 1.5; ok : Bool; name : String[20]; END_STRUCT;
                END_TYPE
                DATA_BLOCK "Line" { S7_Optimized_Access := 'FALSE' } VERSION : 0.1 NON_RETAIN
                  STRUCT a : Array[0..3, -1..1] of "Drive"; t : Time; // comment
                  END_STRUCT;
                BEGIN a[0,0].speed := 2.0; END_DATA_BLOCK
                """, """
                DATA_BLOCK DB 7
                TITLE = x
                  STRUCT b : ARRAY [1 .. 2 ] OF BYTE := B#16#0, 2 (1); dt : DATE_AND_TIME; END_STRUCT ;
                BEGIN END_DATA_BLOCK
                """, """
                FUNCTION_BLOCK "F" VAR CONSTANT n : Int := 3; END_VAR VAR x : Array[1..#n] of Int; END_VAR BEGIN END_FUNCTION_BLOCK
                DATA_BLOCK "I" "F" BEGIN END_DATA_BLOCK (* c *)
                """);
    }

    @MethodSource("sources")
    @FuzzTest(maxDuration = "5m")
    void anyTextIsASourceOrRefused(byte[] bytes) {
        read("a.scl", bytes);
    }

    static Stream<byte[]> tagTables() {
        return FuzzedParser.texts(
                "<Tagtable name='T'><Tag type='Int' hmiVisible='True' remark='c' addr='%MW4'>a</Tag></Tagtable>",
                "<Document><SW.Tags.PlcTagTable><AttributeList><Name>T</Name></AttributeList><ObjectList><SW.Tags.PlcTag>"
                        + "<AttributeList><DataTypeName>Bool</DataTypeName><LogicalAddress>%I0.1</LogicalAddress><Name>b</Name>"
                        + "</AttributeList></SW.Tags.PlcTag></ObjectList></SW.Tags.PlcTagTable></Document>");
    }

    @MethodSource("tagTables")
    @FuzzTest(maxDuration = "3m")
    void anyTextIsATagTableOrRefused(byte[] bytes) {
        read("a.xml", bytes);
    }

    static Stream<byte[]> workbooks() {
        return Stream.of(workbook(
                ("<worksheet><sheetData>" + ROW + "</sheetData></worksheet>").getBytes(StandardCharsets.UTF_8)));
    }

    @MethodSource("workbooks")
    @FuzzTest(maxDuration = "3m")
    void anyBytesAreAWorkbookOrRefused(byte[] bytes) {
        read("a.xlsx", bytes);
    }

    static Stream<byte[]> sheets() {
        return FuzzedParser.texts("<worksheet><sheetData>" + ROW + "</sheetData></worksheet>");
    }

    /** The sheet within a package that is right. */
    @MethodSource("sheets")
    @FuzzTest(maxDuration = "3m")
    void anyTextIsASheetOrRefused(byte[] bytes) {
        read("a.xlsx", workbook(bytes));
    }

    private static byte[] workbook(byte[] sheet) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.setLevel(0);
            zip.putNextEntry(new ZipEntry("xl/sharedStrings.xml"));
            zip.write("<sst><si><t>%MW4</t></si></sst>".getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry("xl/worksheets/sheet1.xml"));
            zip.write(sheet);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static Stream<byte[]> addresses() {
        return FuzzedParser.texts(
                "DB1.DBD4",
                "%DB1.DBX0.1:BOOL",
                "DB5,STRING20.30",
                "MW4",
                "T5",
                "%DB2:4:INT[3]",
                "DB1.DBB0[16]",
                "I0.7",
                "DB3,R0.10");
    }

    @MethodSource("addresses")
    @FuzzTest(maxDuration = "1m")
    void anyTextIsAnAddressOrRefused(byte[] bytes) {
        FuzzedParser.check(bytes.length, IllegalArgumentException.class, () -> {
            S7Address address = S7Address.parse(FuzzedParser.text(bytes));
            if (!S7Address.parse(address.text()).equals(address)) {
                throw new AssertionError(address.text() + " is not what was read");
            }
        });
    }
}
