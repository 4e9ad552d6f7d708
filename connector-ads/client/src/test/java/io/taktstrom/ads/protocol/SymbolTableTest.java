package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class SymbolTableTest {

    @Test
    void theFirstRealTableHasAllOfItsSymbols() throws MalformedFrameException {
        List<SymbolEntry> symbols = read("tc31-symbols.hex");
        assertThat(symbols).hasSize(28);
        assertThat(symbols.get(0))
                .isEqualTo(new SymbolEntry(
                        "Constants.bFPUSupport",
                        "BOOL",
                        " Does the target support multiple cores?",
                        IndexGroup.PLC_DATA,
                        0x5F6C6,
                        1,
                        AdsTypeId.BIT,
                        SymbolEntry.FLAG_TYPE_GUID | 0x0100,
                        // The GUID of BOOL: 95 19 07 18 .. on the wire, TwinCAT shows
                        // {18071995-0000-0000-0000-000000000030}
                        UUID.fromString("18071995-0000-0000-0000-000000000030"),
                        List.of()));
        assertThat(symbols.get(27).name()).isEqualTo("TwinCAT_SystemInfoVarList._TaskPouOid_PlcTask");
    }

    @Test
    void attributesAreReadInTheirEncoding() throws MalformedFrameException {
        SymbolEntry test = named(read("tc31-symbols.hex"), "MAIN.fbTest");
        assertThat(test.has(SymbolEntry.FLAG_ATTRIBUTES)).isTrue();
        assertThat(test.attributes())
                .containsExactly(new Attribute("ZoiglValley", "rocks"), new Attribute("WTF", "huhuh halloäöüß"));
        assertThat(test.typeId()).isEqualTo(AdsTypeId.BIG_TYPE);
        SymbolEntry output = named(read("tc31-symbols.hex"), "MAIN.counter");
        assertThat(output.indexGroup()).isEqualTo(IndexGroup.OUTPUT);
        assertThat(output.attributes()).containsExactly(new Attribute("TcAddressType", "Output"));
    }

    @Test
    void theSecondRealTableHasAllOfItsSymbols() throws MalformedFrameException {
        List<SymbolEntry> symbols = read("plc30-symbols.hex");
        assertThat(symbols).hasSize(374);
        SymbolEntry compressor = named(symbols, "MAIN.compressor");
        assertThat(compressor.comment()).isEqualTo(" Channel 10");
        assertThat(compressor.indexOffset()).isEqualTo(0x65C41);
        assertThat(named(symbols, "TwinCAT_SystemInfoVarList._TaskInfo").typeName())
                .isEqualTo("ARRAY [1..1] OF PLC.PlcTaskSystemInfo");
    }

    /** The test server of pyads 3.6.0 answers 0xF009 so: it separates by spaces, and ends with the last text. */
    @Test
    void anEntryMayEndWithItsLastText() throws MalformedFrameException {
        ByteBuffer entry = GoldenFrames.wrap(HexFormat.of()
                .parseHex("2a000000" + "39300000" + "204e0000" + "04000000" + "03000000" + "00000000" + "060004000000"
                        + "4d41494e2e78" + "20" + "44494e54" + "20"));
        SymbolEntry symbol = SymbolTable.readOne(entry, 0, entry.capacity(), UploadSizes.DEFAULT_CHARSET);
        assertThat(symbol.name()).isEqualTo("MAIN.x");
        assertThat(symbol.typeName()).isEqualTo("DINT");
        assertThat(symbol.comment()).isEmpty();
    }

    @Test
    void aNameInUtf8IsReadAsSuch() throws MalformedFrameException {
        ByteBuffer entry = entry("MAIN.größe", StandardCharsets.UTF_8, 0, new byte[0]);
        assertThat(SymbolTable.readOne(entry, 0, entry.capacity(), StandardCharsets.UTF_8)
                        .name())
                .isEqualTo("MAIN.größe");
        ByteBuffer ansi = entry("MAIN.größe", UploadSizes.DEFAULT_CHARSET, 0, new byte[0]);
        assertThat(SymbolTable.readOne(ansi, 0, ansi.capacity(), UploadSizes.DEFAULT_CHARSET)
                        .name())
                .isEqualTo("MAIN.größe");
    }

    @Test
    void theNumberOfATaskIsNoFlag() throws MalformedFrameException {
        // Context 2 has once been mistaken for "has attributes" by another client (apache/plc4x issue 2773).
        ByteBuffer entry = entry("MAIN.a", StandardCharsets.UTF_8, 0x0F00, new byte[0]);
        SymbolEntry symbol = SymbolTable.readOne(entry, 0, entry.capacity(), StandardCharsets.UTF_8);
        assertThat(symbol.attributes()).isEmpty();
    }

    @Test
    void bytesThatWeDoNotKnowAtTheEndOfAnEntryAreSkipped() throws MalformedFrameException {
        ByteBuffer one = entry("MAIN.a", StandardCharsets.UTF_8, SymbolEntry.FLAG_EXTENDED_FLAGS, new byte[11]);
        ByteBuffer two = entry("MAIN.b", StandardCharsets.UTF_8, 0, new byte[0]);
        ByteBuffer table = GoldenFrames.wrap(new byte[one.capacity() + two.capacity()])
                .put(one)
                .put(two);
        assertThat(SymbolTable.readAll(table, 0, table.capacity(), StandardCharsets.UTF_8))
                .extracting(SymbolEntry::name)
                .containsExactly("MAIN.a", "MAIN.b");
    }

    @Test
    void aLengthOfZeroEndsATable() throws MalformedFrameException {
        ByteBuffer entry = entry("MAIN.a", StandardCharsets.UTF_8, 0, new byte[0]);
        ByteBuffer table = GoldenFrames.wrap(new byte[entry.capacity() + 100]).put(entry);
        assertThat(SymbolTable.readAll(table, 0, table.capacity(), StandardCharsets.UTF_8))
                .hasSize(1);
        assertThat(SymbolTable.readAll(table, 0, 0, StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void aTableCutAtAnyLengthIsMalformedOrHasFewerSymbols() throws MalformedFrameException {
        ByteBuffer table = GoldenFrames.table("tc31-symbols.hex");
        for (int cut = 0; cut < table.capacity(); cut++) {
            byte[] bytes = new byte[cut];
            table.get(0, bytes);
            try {
                List<SymbolEntry> symbols =
                        SymbolTable.readAll(GoldenFrames.wrap(bytes), 0, cut, UploadSizes.DEFAULT_CHARSET);
                assertThat(symbols).hasSizeLessThan(28);
            } catch (MalformedFrameException e) {
                assertThat(e.offset()).isBetween(0L, (long) cut);
            }
        }
    }

    @Test
    void hostileLengthsAreMalformed() {
        // entry length, name length, type length, comment length
        for (int position : new int[] {0, 24, 26, 28}) {
            ByteBuffer entry = entry("MAIN.a", StandardCharsets.UTF_8, 0, new byte[0]);
            if (position == 0) {
                entry.putInt(position, 0x8000_0000);
            } else {
                entry.putShort(position, (short) 0xFFFF);
            }
            assertThatExceptionOfType(MalformedFrameException.class)
                    .isThrownBy(() -> SymbolTable.readAll(entry, 0, entry.capacity(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void flaggedPartsThatAreNotThereAreMalformed() {
        for (int flag : new int[] {SymbolEntry.FLAG_TYPE_GUID, SymbolEntry.FLAG_ATTRIBUTES}) {
            ByteBuffer entry = entry("MAIN.a", StandardCharsets.UTF_8, flag, new byte[1]);
            assertThatExceptionOfType(MalformedFrameException.class)
                    .isThrownBy(() -> SymbolTable.readAll(entry, 0, entry.capacity(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void theCapturedUploadSizesFitTheCapturedTables() throws MalformedFrameException {
        ByteBuffer response = GoldenFrames.frame("uploadSizesResponse");
        UploadSizes sizes = UploadSizes.read(response, CommandData.READ_DATA, CommandData.dataLength(response, 0));
        assertThat(sizes)
                .isEqualTo(new UploadSizes(
                        28, 3064, 65, 13304, 1252, UploadSizes.FLAG_64_BIT | UploadSizes.FLAG_BASE_TYPES));
        assertThat(UploadSizes.read(response, CommandData.READ_DATA, UploadSizes.MEDIUM_BYTES))
                .isEqualTo(new UploadSizes(28, 3064, 65, 13304, 0, 0));
        assertThat(UploadSizes.read(response, CommandData.READ_DATA, UploadSizes.SHORT_BYTES))
                .isEqualTo(new UploadSizes(28, 3064, 0, 0, 0, 0));
        for (int length = 0; length < UploadSizes.SHORT_BYTES; length++) {
            int tooShort = length;
            assertThatExceptionOfType(MalformedFrameException.class)
                    .isThrownBy(() -> UploadSizes.read(response, CommandData.READ_DATA, tooShort));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, windows-1252",
        "1252, windows-1252",
        "65001, UTF-8",
        "1251, windows-1251",
        "936, GBK",
        "-1, windows-1252",
        "99999, windows-1252"
    })
    void theCodePageNamesTheCharset(int codePage, String charset) {
        assertThat(new UploadSizes(0, 0, 0, 0, codePage, 0).charset()).isEqualTo(Charset.forName(charset));
    }

    private static List<SymbolEntry> read(String resource) throws MalformedFrameException {
        ByteBuffer table = GoldenFrames.table(resource);
        return SymbolTable.readAll(table, 0, table.capacity(), UploadSizes.DEFAULT_CHARSET);
    }

    private static SymbolEntry named(List<SymbolEntry> symbols, String name) {
        return symbols.stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
    }

    private static ByteBuffer entry(String name, Charset charset, int flags, byte[] tail) {
        byte[] text = name.getBytes(charset);
        ByteBuffer entry = GoldenFrames.wrap(new byte[SymbolEntry.MIN_BYTES + text.length + tail.length]);
        entry.putInt(0, entry.capacity()).putShort(20, (short) flags).putShort(24, (short) text.length);
        return entry.put(30, text).put(SymbolEntry.MIN_BYTES + text.length, tail);
    }
}
