package io.taktstrom.s7.symbol;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Sources in the form in which TIA Portal generates them, offsets by the rules of blocks with standard access. */
class SymbolImportTest {

    private static final String LINE = """
            \uFEFFDATA_BLOCK "Line"
            { S7_Optimized_Access := 'FALSE' }
            AUTHOR : Somebody
            VERSION : 0.1
            NON_RETAIN
            //A filling line
               STRUCT\s
                  running : Bool;   // it runs
                  fault { S7_SetPoint := 'False'} : Bool := true;
                  mode : Byte;
                  count : DInt := -5;
                  "speed set" : Real := 1.5;   // in 1/min
                  ratio : LReal;
                  startedAt : Date_And_Time := DT#2026-03-01-07:30:00.250;
                  name : String[7] := 'it''s';
                  flag : Bool;
                  at : Time_Of_Day := TOD#12:30:00.5;
                  torques : Array[1..3] of Real;
                  bits : Array[0..1, 0..9] of Bool;
                  last : Bool;
                  drives : Array[-1..1] of "Drive";
                  inner : Struct
                     a : Bool;
                     b : Int;
                  END_STRUCT;
                  c : Bool;
                  ticks : DTL;
               END_STRUCT;

            BEGIN
               running := TRUE;
               torques[1] := 2.5;

            END_DATA_BLOCK

            """;

    private static final String DRIVE = """
            TYPE "Drive"
            VERSION : 0.1
               STRUCT
                  on : Bool;
                  state : "State";
                  name : String[2];
               END_STRUCT;

            END_TYPE
            """;

    private static final String STATE = """
            TYPE "State"
               STRUCT
                  code : USInt;
                  ok : Bool;
               END_STRUCT;
            END_TYPE
            """;

    @Test
    void variablesLieWhereTheCpuHasThem() throws IOException {
        assertThat(lines(Map.of("line", 5), "Line.db", LINE, "types.udt", DRIVE + STATE))
                .containsExactly(
                        "Line.running DB5.DBX0.0",
                        "Line.fault DB5.DBX0.1",
                        "Line.mode DB5.DBB1",
                        "Line.count DB5.DBD2:DINT",
                        "Line.speed set DB5.DBD6:REAL",
                        "Line.ratio DB5.DBB10:LREAL",
                        "Line.startedAt DB5.DBB18:DATE_AND_TIME",
                        // 9 bytes, and one to the next word.
                        "Line.name DB5.DBB26:STRING(7)",
                        "Line.flag DB5.DBX36.0",
                        "Line.at DB5.DBD38:TOD",
                        "Line.torques DB5.DBD42:REAL[1..3]",
                        // Each row of ten bits takes two bytes.
                        "Line.bits DB5.DBX54.0:BOOL[2,10]",
                        "Line.last DB5.DBX58.0",
                        // A Drive: on 0.0, state 2 (code 2, ok 3.0), name 4, 8 bytes.
                        "Line.drives[-1].on DB5.DBX60.0",
                        "Line.drives[-1].state.code DB5.DBB62:USINT",
                        "Line.drives[-1].state.ok DB5.DBX63.0",
                        "Line.drives[-1].name DB5.DBB64:STRING(2)",
                        "Line.drives[0].on DB5.DBX68.0",
                        "Line.drives[0].state.code DB5.DBB70:USINT",
                        "Line.drives[0].state.ok DB5.DBX71.0",
                        "Line.drives[0].name DB5.DBB72:STRING(2)",
                        "Line.drives[1].on DB5.DBX76.0",
                        "Line.drives[1].state.code DB5.DBB78:USINT",
                        "Line.drives[1].state.ok DB5.DBX79.0",
                        "Line.drives[1].name DB5.DBB80:STRING(2)",
                        "Line.inner.a DB5.DBX84.0",
                        "Line.inner.b DB5.DBW86:INT",
                        "Line.c DB5.DBX88.0",
                        "Line.ticks DB5.DBB90:DTL");
    }

    @Test
    void olderFormsAreReadToo() throws IOException {
        String classic = """
                TYPE UDT 7
                  STRUCT
                   x : INT ;
                  END_STRUCT ;
                END_TYPE

                FUNCTION_BLOCK "Motor"
                VAR_INPUT
                  start : Bool;
                END_VAR
                BEGIN
                  IF #start THEN ; END_IF;
                END_FUNCTION_BLOCK

                DATA_BLOCK DB 12
                TITLE = a title, with words
                VERSION : 0.0
                  STRUCT
                   a : UDT 7 ;    (* several
                   lines *)
                   b : ARRAY [1 .. 2 ] OF UDT 7 ;
                   t : S5TIME := S5T#10MS;
                  END_STRUCT ;
                BEGIN
                   a.x := 5;
                END_DATA_BLOCK

                DATA_BLOCK DB13
                VAR RETAIN
                  y : Word := 16#FF;
                END_VAR
                VAR
                  z : Array[0..1] of Int := [1, 2];
                END_VAR
                BEGIN
                END_DATA_BLOCK

                DATA_BLOCK DB14 UDT 7
                BEGIN
                END_DATA_BLOCK
                """;
        assertThat(lines(Map.of(), "all.scl", classic))
                .containsExactly(
                        "DB12.a.x DB12.DBW0:INT",
                        "DB12.b[1].x DB12.DBW2:INT",
                        "DB12.b[2].x DB12.DBW4:INT",
                        "DB12.t DB12.DBW6:S5TIME",
                        "DB13.y DB13.DBW0",
                        "DB13.z DB13.DBW2:INT[2]",
                        "DB14.x DB14.DBW0:INT");
    }

    @Test
    void anOptimisedBlockIsLeftOutAndSaidSo() throws IOException {
        SymbolImport symbols = new SymbolImport(Map.of());
        symbols.add("x.db", utf8(LINE.replace("'FALSE'", "'TRUE'")));
        assertThat(symbols.finish()).isEmpty();
        assertThat(symbols.notes()).singleElement().asString().contains("x.db:1: data block \"Line\" is left out");
    }

    @Test
    void whatIsWrongIsSaidWithItsPlace() {
        wrong(Map.of(), LINE, "x.db:1:12: data block \"Line\" has no number in its source; say it, as in --db Line=5");
        wrong("DATA_BLOCK DB1\nSTRUCT\n a Bool;\n", "x.db:3:4: expected ':', not 'Bool'");
        wrong("DATA_BLOCK DB1\nSTRUCT\n a : Bool", "x.db:3:10: expected ';', not the end of the file");
        wrong("DATA_BLOCK DB1 STRUCT a : Array[0..9] Int;", "expected 'OF', not 'Int'");
        wrong("DATA_BLOCK DB1\n(* never ends", "x.db:2:1: the comment that starts here does not end");
        wrong("DATA_BLOCK \"x", "x.db:1:12: the text that starts here does not end in its line");
        wrong("DATA_BLOCK DB1 { S7", "x.db:1:16: the attributes that start here do not end");
        wrong("DATA_BLOCK DB70000 STRUCT a : Bool; END_STRUCT; END_DATA_BLOCK", "data block 70000");
        wrong("FUNCTION_BLOCK x BEGIN", "x.db:1:1: the block that starts here does not end");
        wrong("hello", "x.db:1:1: expected DATA_BLOCK, TYPE, FUNCTION_BLOCK or another block, not 'hello'");
    }

    @Test
    void structuresInsideEachOtherWithoutEndAreRefused() {
        wrong("DATA_BLOCK DB1 STRUCT a : " + "Struct a : ".repeat(100_000), "nested deeper than 32");
        wrong("DATA_BLOCK DB1 STRUCT a : " + "Array[0..1] of ".repeat(100_000), "nested deeper than 32");
    }

    @Test
    void aSourceCutOffAnywhereIsReadOrRefusedButNeverCrashes() {
        int refused = 0;
        for (int length = 0; length < LINE.length(); length++) {
            try {
                lines(Map.of("Line", 5), "x.db", LINE.substring(0, length), "types.udt", DRIVE + STATE);
            } catch (SymbolException e) {
                assertThat(e).hasMessageStartingWith("x.db:");
                refused++;
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
        assertThat(refused).isGreaterThan(LINE.length() / 2);
    }

    @Test
    void anOldSourceMayBeInTheCodePageOfWindows() throws IOException {
        SymbolImport symbols = new SymbolImport(Map.of());
        symbols.add(
                "x.db",
                "DATA_BLOCK DB1 STRUCT Zähler : Int; END_STRUCT; BEGIN END_DATA_BLOCK"
                        .getBytes(Charset.forName("windows-1252")));
        assertThat(symbols.finish()).extracting(ImportedSymbol::name).containsExactly("DB1.Zähler");
    }

    @Test
    void tagTablesInXmlAreRead() throws IOException {
        String table = """
                <?xml version='1.0' encoding='utf-8'?>
                <Tagtable name='Default tag table'>
                  <Tag type='Bool' hmiVisible='True' remark='start button' addr='%I0.3'>start</Tag>
                  <Tag type='Int' remark='' addr='%MW20'>step</Tag>
                  <Tag type='Time_Of_Day' remark='' addr='%MD24'>at</Tag>
                  <Tag type='Counter' remark='' addr='%C4'>pieces</Tag>
                  <Tag type='Counter' remark='' addr='%C5'/>
                  <Tag type='String[20]' remark='' addr='%MB100'>text</Tag>
                  <Tag type='&quot;Drive&quot;' remark='' addr='%I100.0'>drive</Tag>
                </Tagtable>
                """;
        SymbolImport symbols = new SymbolImport(Map.of());
        symbols.add("tags.xml", utf8(table));
        assertThat(symbols.finish().stream()
                        .map(s -> s.name() + " " + s.address().text() + " " + s.comment()))
                .containsExactly(
                        "start I0.3 start button",
                        "step MW20:INT ",
                        "at MD24:TOD ",
                        "pieces C4 ",
                        "text MB100:STRING(20) ");
        assertThat(symbols.notes()).singleElement().asString().contains("tag drive is left out");

        String openness = """
                <Document><SW.Tags.PlcTagTable ID="0"><ObjectList><SW.Tags.PlcTag ID="1"><AttributeList>
                <DataTypeName>Real</DataTypeName><LogicalAddress>%MD4</LogicalAddress><Name>speed</Name>
                </AttributeList></SW.Tags.PlcTag></ObjectList></SW.Tags.PlcTagTable></Document>
                """;
        assertThat(lines(Map.of(), "o.xml", openness)).containsExactly("speed MD4:REAL");
    }

    @Test
    void tagTablesInWorkbooksAreRead() throws IOException {
        assertThat(imported("tags.xlsx", workbook("Name", "Data Type", "Logical Address")))
                .containsExactly("start I0.3", "speed MD4:REAL");
        assertThat(imported("tags.xlsx", workbook("Name", "Datentyp", "Logische Adresse")))
                .containsExactly("start I0.3", "speed MD4:REAL");
    }

    @Test
    void hostileXmlAndWorkbooksAreRefused() throws IOException {
        String entity = "<!DOCTYPE Tagtable [<!ENTITY x SYSTEM 'file:///etc/hostname'>]>"
                + "<Tagtable><Tag type='Bool' addr='%I0.0'>&x;</Tag></Tagtable>";
        refused("t.xml", utf8(entity), "t.xml:");
        refused("t.xml", utf8("<Tagtable>"), "t.xml:1");
        refused("t.xml", utf8("<other/>"), "no PLC tag table");
        refused("t.xlsx", utf8("no zip"), "not an .xlsx workbook");
        byte[] name = zip(Map.of("xl/worksheets/sheet\u00e9.xml", new byte[1]));
        name["PK".length() + 28 + "xl/worksheets/sheet".length()] = (byte) 0xFF;
        refused("t.xlsx", name, "not an .xlsx workbook: the name of a part is not text");
        refused("t.xlsx", workbook("A", "B", "C"), "expected the columns Name, Data Type, Logical Address");
        byte[] zeros = new byte[(64 << 20) + 1];
        refused("t.xlsx", zip(Map.of("xl/worksheets/sheet1.xml", zeros)), "unpacks to more than");
        refused("t.txt", new byte[0], "expected a source");
        byte[] good = workbook("Name", "Data Type", "Logical Address");
        for (int length = 0; length < good.length; length += 7) {
            byte[] cut = Arrays.copyOf(good, length);
            try {
                imported("t.xlsx", cut);
            } catch (SymbolException e) {
                assertThat(e).hasMessageStartingWith("t.xlsx: ");
            }
        }
    }

    private static void refused(String file, byte[] bytes, String why) {
        assertThatExceptionOfType(SymbolException.class)
                .isThrownBy(() -> imported(file, bytes))
                .withMessageContaining(why);
    }

    private static void wrong(String source, String why) {
        wrong(Map.of(), source, why);
    }

    private static void wrong(Map<String, Integer> numbers, String source, String why) {
        assertThatExceptionOfType(SymbolException.class)
                .isThrownBy(() -> lines(numbers, "x.db", source))
                .withMessageContaining(why);
    }

    private static List<String> imported(String file, byte[] bytes) throws IOException {
        SymbolImport symbols = new SymbolImport(Map.of());
        symbols.add(file, bytes);
        return lines(symbols);
    }

    private static List<String> lines(Map<String, Integer> numbers, String... filesAndTexts) throws IOException {
        SymbolImport symbols = new SymbolImport(numbers);
        for (int i = 0; i < filesAndTexts.length; i += 2) {
            symbols.add(filesAndTexts[i], utf8(filesAndTexts[i + 1]));
        }
        return lines(symbols);
    }

    private static List<String> lines(SymbolImport symbols) {
        return symbols.finish().stream()
                .map(symbol -> symbol.name() + " " + symbol.address().text())
                .toList();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** As Excel writes it: shared texts, cells without a value left out, a number as a number. */
    private static byte[] workbook(String name, String type, String address) throws IOException {
        String strings = "<sst><si><t>" + name + "</t></si><si><t>" + type + "</t></si><si><t>" + address
                + "</t></si><si><r><t>sta</t></r><r><t>rt</t></r></si><si><t>Bool</t></si><si><t>%I0.3</t></si>"
                + "<si><t>Real</t></si><si><t>%MD4</t></si></sst>";
        String sheet = "<worksheet><sheetData>"
                + "<row r='1'><c r='A1' t='s'><v>0</v></c><c r='C1' t='s'><v>1</v></c><c r='D1' t='s'><v>2</v></c></row>"
                + "<row r='2'><c r='A2' t='s'><v>3</v></c><c r='C2' t='s'><v>4</v></c><c r='D2' t='s'><v>5</v></c>"
                + "<c r='E2'><v>7</v></c></row>"
                + "<row r='3'><c r='A3' t='inlineStr'><is><t>speed</t></is></c><c r='C3' t='s'><v>6</v></c>"
                + "<c r='D3' t='s'><v>7</v></c></row></sheetData></worksheet>";
        return zip(Map.of("xl/sharedStrings.xml", utf8(strings), "xl/worksheets/sheet1.xml", utf8(sheet)));
    }

    private static byte[] zip(Map<String, byte[]> parts) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> part : parts.entrySet()) {
                zip.putNextEntry(new ZipEntry(part.getKey()));
                zip.write(part.getValue());
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }
}
