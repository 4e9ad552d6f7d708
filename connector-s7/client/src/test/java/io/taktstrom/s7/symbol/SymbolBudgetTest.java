package io.taktstrom.s7.symbol;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Small files that say much: each has a limit, and is refused by it. The time-out is for what grows without one. */
@Timeout(60)
class SymbolBudgetTest {

    private static final String SHEET = "xl/worksheets/sheet1.xml";
    private static final String STRINGS = "xl/sharedStrings.xml";
    private static final String HEAD =
            "<row><c><v>Name</v></c><c><v>Data Type</v></c><c><v>Logical Address</v></c></row>";

    @Test
    void aWorkbookOfManyPartsThatUnpackToMuchIsRefused() {
        byte[] zeros = new byte[8 << 20];
        Map<String, byte[]> parts = new LinkedHashMap<>();
        for (int i = 0; i < 9; i++) {
            parts.put("xl/media/image" + i + ".png", zeros);
        }
        refused("t.xlsx", zip(parts), "the workbook unpacks to more than 67108864 bytes");
    }

    @Test
    void aWorkbookOfRowsThatFillUpToTheLastColumnIsRefused() {
        refused("t.xlsx", sheet(HEAD + "<row><c r='IV1'><v>1</v></c></row>".repeat(20_000)), "more than 4000000 cells");
    }

    @Test
    void aWorkbookWhoseCellsReferToTheSameLongTextIsRefused() {
        String strings = "<sst><si><t> " + "x".repeat(32_000) + "</t></si></sst>";
        refused(
                "t.xlsx",
                zip(Map.of(
                        STRINGS,
                        utf8(strings),
                        SHEET,
                        utf8("<x>" + HEAD + "<row><c t='s'><v>0</v></c></row>".repeat(10_000)))),
                "all cells together have more than 67108864 characters");
    }

    @Test
    void aWorkbookWithATextLongerThanACellIsRefused() {
        refused(
                "t.xlsx",
                sheet(HEAD + "<row><c><v>" + "x".repeat(40_000) + "</v></c></row>"),
                "a cell of 40000 characters");
        refused(
                "t.xlsx",
                zip(Map.of(
                        STRINGS,
                        utf8("<sst><si><t>" + "x".repeat(40_000) + "</t></si></sst>"),
                        SHEET,
                        utf8("<x>" + HEAD + "</x>"))),
                "a cell of 40000 characters");
    }

    @Test
    void aWorkbookWithEndlessTextsIsRefused() {
        refused(
                "t.xlsx",
                zip(Map.of(
                        STRINGS,
                        utf8("<sst>" + "<si/>".repeat(1_000_001) + "</sst>"),
                        SHEET,
                        utf8("<x>" + HEAD + "</x>"))),
                "more than 1000000 texts");
    }

    @Test
    void xmlInsideItselfOrOfAttributesWithoutEndIsRefused() {
        refused("t.xml", utf8("<Tagtable>" + "<a>".repeat(1_000_000)), "t.xml:1");
        StringBuilder attributes = new StringBuilder("<Tagtable");
        for (int i = 0; i < 2000; i++) {
            attributes.append(" a").append(i).append("='1'");
        }
        refused("t.xml", utf8(attributes + "/>"), "t.xml:1");
    }

    @Test
    void entitiesAreNotExpanded() {
        StringBuilder laughs = new StringBuilder("<!DOCTYPE Tagtable [<!ENTITY a0 'ha'>");
        for (int i = 1; i < 30; i++) {
            laughs.append("<!ENTITY a%d '&a%d;&a%d;'>".formatted(i, i - 1, i - 1));
        }
        refused("t.xml", utf8(laughs + "]><Tagtable><Tag type='Int' addr='%MW0'>&a29;</Tag></Tagtable>"), "t.xml:");
    }

    @Test
    void manyVariablesOutOfFewWordsAreRefused() {
        refused(
                "t.db",
                utf8("DATA_BLOCK DB1 ARRAY[0..900000] OF STRUCT a : Bool; b : Bool; END_STRUCT BEGIN END_DATA_BLOCK"),
                "more than 500000 variables");
    }

    @Test
    void longNamesOutOfFewWordsAreRefused() {
        String name = "n".repeat(250);
        String nested = ("STRUCT " + name + " : ").repeat(20) + "ARRAY[0..9999] OF STRUCT a : Bool; END_STRUCT"
                + "; END_STRUCT".repeat(20);
        refused("t.db", utf8("DATA_BLOCK DB1 " + nested + " BEGIN END_DATA_BLOCK"), "the names of all variables");
        refused(
                "t.db",
                utf8("DATA_BLOCK DB1 STRUCT " + "n".repeat(1000) + " : Bool; END_STRUCT BEGIN END_DATA_BLOCK"),
                "a name of 1000 characters");
    }

    @Test
    void aWordWithoutEndIsReadOnce() {
        refused("t.db", utf8("DATA_BLOCK DB1 STRUCT a : T#" + "1.1:".repeat(2_000_000)), "t.db:1");
    }

    @Test
    void notesHaveAnEnd() throws IOException {
        StringBuilder tags = new StringBuilder("<Tagtable>");
        tags.append("<Tag type='Int' addr='%KW0'>x</Tag>".repeat(ImportBudget.MAX_NOTES + 5))
                .append("</Tagtable>");
        SymbolImport symbols = new SymbolImport(Map.of());
        symbols.add("t.xml", utf8(tags.toString()));
        assertThat(symbols.finish()).isEmpty();
        assertThat(symbols.notes())
                .hasSize(ImportBudget.MAX_NOTES + 1)
                .last()
                .asString()
                .isEqualTo("and 5 more like these");
    }

    /** Whatever the words: read, left out or refused, in no time, and nothing but that. */
    @Test
    void wordsInAnyOrderAreReadOrRefused() throws IOException {
        String[] words =
                ("DATA_BLOCK DB1 DB2 \"L\" TYPE \"U\" END_TYPE FUNCTION_BLOCK \"F\" END_FUNCTION_BLOCK STRUCT END_STRUCT VAR"
                                + " VAR_INPUT VAR_IN_OUT END_VAR BEGIN END_DATA_BLOCK a b : ; , := Int Bool String [ ] 0 .. 9 2147483647 ARRAY"
                                + " OF AT Any IEC_TIMER CONSTANT TITLE = ( ) 'x' { } (* *) // \n")
                        .split(" ", -1);
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        int refused = 0;
        for (int round = 0; round < 3000; round++) {
            StringBuilder source = new StringBuilder(random.nextBoolean() ? "DATA_BLOCK DB1 STRUCT a : " : "");
            for (int i = random.nextInt(60); i > 0; i--) {
                source.append(words[random.nextInt(words.length)]).append(' ');
            }
            SymbolImport symbols = new SymbolImport(Map.of("L", 3));
            try {
                symbols.add("x.scl", utf8(source.toString()));
                symbols.finish();
            } catch (SymbolException e) {
                assertThat(e).as("seed %d, round %d", seed, round).hasMessageStartingWith("x.scl");
                refused++;
            }
        }
        assertThat(refused).as("seed %d", seed).isPositive();
    }

    private static void refused(String file, byte[] bytes, String why) {
        assertThatExceptionOfType(SymbolException.class)
                .isThrownBy(() -> {
                    SymbolImport symbols = new SymbolImport(Map.of());
                    symbols.add(file, bytes);
                    symbols.finish();
                })
                .withMessageContaining(why)
                .satisfies(e -> assertThat(String.valueOf(e.getMessage())).hasSizeLessThan(1000));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] sheet(String rows) {
        return zip(Map.of(SHEET, utf8("<worksheet><sheetData>" + rows + "</sheetData></worksheet>")));
    }

    private static byte[] zip(Map<String, byte[]> parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> part : parts.entrySet()) {
                zip.putNextEntry(new ZipEntry(part.getKey()));
                zip.write(part.getValue());
                zip.closeEntry();
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bytes.toByteArray();
    }
}
