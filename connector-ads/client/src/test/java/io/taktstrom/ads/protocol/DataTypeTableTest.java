package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

class DataTypeTableTest {

    @Test
    void bothRealTablesHaveAllOfTheirTypes() throws MalformedFrameException {
        assertThat(read("tc31-data-types.hex")).hasSize(65);
        assertThat(read("plc30-data-types.hex")).hasSize(108);
    }

    @Test
    void aPackedStructureHasItsMembersAtTheirOffsets() throws MalformedFrameException {
        DataTypeEntry dut = named(read("tc31-data-types.hex"), "DUT");
        assertThat(dut.size()).isEqualTo(11);
        assertThat(dut.attributes()).containsExactly(new Attribute("pack_mode", "1"));
        assertThat(dut.subItems())
                .extracting(DataTypeEntry::name, DataTypeEntry::typeName, DataTypeEntry::offset, DataTypeEntry::size)
                .containsExactly(
                        tuple("netId", "AMSNETID", 0, 6),
                        tuple("port", "WORD", 6, 2),
                        tuple("byteBeforeBit", "BYTE", 8, 1),
                        tuple("bit0", "BIT", 72, 1),
                        tuple("bit1", "BIT", 73, 1),
                        tuple("bit2", "BIT", 74, 1),
                        tuple("byteAfterBit", "BYTE", 10, 1));
        assertThat(dut.subItems())
                .filteredOn(item -> item.has(DataTypeEntry.FLAG_BITS))
                .hasSize(3);
    }

    @Test
    void anEnumerationHasItsMembers() throws MalformedFrameException {
        DataTypeEntry kind = named(read("tc31-data-types.hex"), "_Implicit_KindOfTask");
        assertThat(kind.typeName()).isEqualTo("INT");
        assertThat(kind.enumMembers())
                .containsExactly(
                        new EnumMember("_implicit_cyclic", 0),
                        new EnumMember("_implicit_event", 1),
                        new EnumMember("_implicit_external", 2),
                        new EnumMember("_implicit_freewheeling", 3));
        assertThat(kind.attributes()).contains(new Attribute("hide", ""));
        assertThat(named(read("plc30-data-types.hex"), "E_MainStateMachine").enumMembers())
                .hasSize(38)
                .contains(new EnumMember("error", 37));
        assertThat(named(read("tc31-data-types.hex"), "PLC.EPlcPersistentStatus")
                        .enumMembers())
                .contains(new EnumMember("PS_Partial", 2));
    }

    @Test
    void anArrayHasItsBounds() throws MalformedFrameException {
        DataTypeEntry array = named(read("plc30-data-types.hex"), "ARRAY [0..5,2..6] OF INT");
        assertThat(array.arrayBounds()).containsExactly(new ArrayBound(0, 6), new ArrayBound(2, 5));
        assertThat(array.typeName()).isEqualTo("INT");
        assertThat(array.size()).isEqualTo(60);
    }

    @Test
    void methodsAreSkippedAndWhatFollowsThemIsRead() throws MalformedFrameException {
        DataTypeEntry block = named(read("plc30-data-types.hex"), "FB_CaseStateMachine");
        assertThat(block.has(DataTypeEntry.FLAG_METHODS)).isTrue();
        assertThat(block.has(DataTypeEntry.FLAG_ATTRIBUTES)).isTrue();
        assertThat(block.attributes()).isNotEmpty();
        assertThat(block.subItems()).hasSize(12);
        assertThat(block.subItems())
                .filteredOn(item -> item.has(DataTypeEntry.FLAG_PROPERTY))
                .extracting(DataTypeEntry::name)
                .containsExactly("PreviousStep", "PreviousStepAsString", "State", "t");
    }

    @Test
    void pointersReferencesAndGuidsAreRead() throws MalformedFrameException {
        List<DataTypeEntry> types = read("tc31-data-types.hex");
        DataTypeEntry reference = named(types, "REFERENCE TO DINT");
        assertThat(reference.size()).isEqualTo(8);
        assertThat(named(types, "POINTER TO POINTER TO DWORD").size()).isEqualTo(8);
        assertThat(named(types, "BOOL").typeGuid()).isEqualTo(UUID.fromString("18071995-0000-0000-0000-000000000030"));
        assertThat(named(types, "ITcUnknown").typeGuid())
                .isEqualTo(UUID.fromString("00000001-0000-0000-e000-000000000064"));
    }

    @Test
    void everyMemberOfTheRealTablesLiesInsideItsStructure() throws MalformedFrameException {
        for (String table : List.of("tc31-data-types.hex", "plc30-data-types.hex")) {
            for (DataTypeEntry type : read(table)) {
                for (DataTypeEntry item : type.subItems()) {
                    if (!item.has(DataTypeEntry.FLAG_STATIC) && !item.has(DataTypeEntry.FLAG_PROPERTY)) {
                        int bits = item.has(DataTypeEntry.FLAG_BITS) ? 1 : 8;
                        assertThat((item.offset() + item.size()) * bits)
                                .as("%s.%s", type.name(), item.name())
                                .isLessThanOrEqualTo(type.size() * 8);
                    }
                }
            }
        }
    }

    @Test
    void anArrayMayStartBelowZero() throws MalformedFrameException {
        ByteBuffer entry =
                entry("A", 0, 0, 2, bytes(16).putInt(-2).putInt(6).putInt(1).putInt(-1));
        assertThat(readOne(entry).arrayBounds())
                .containsExactly(new ArrayBound(-2, 6), new ArrayBound(1, 0xFFFF_FFFFL));
    }

    @Test
    void aCopyMaskIsSkippedAndValuesOfEnumerationsAreSignedAsTheirType() throws MalformedFrameException {
        int flags = DataTypeEntry.FLAG_COPY_MASK | DataTypeEntry.FLAG_ENUM;
        ByteBuffer tail = bytes(8).put((byte) 99).putShort((short) 1).put(new byte[] {1, 'x', 0, -1});
        ByteBuffer entry = entry("E", flags, 0, 0, tail).putInt(16, 1).putInt(24, AdsTypeId.INT8);
        assertThat(readOne(entry).enumMembers()).containsExactly(new EnumMember("x", -1));
        entry.putInt(24, AdsTypeId.UINT8);
        assertThat(readOne(entry).enumMembers()).containsExactly(new EnumMember("x", 255));
    }

    @Test
    void bytesThatWeDoNotKnowAtTheEndOfAnEntryAreSkipped() throws MalformedFrameException {
        ByteBuffer one = entry("A", 0x8000_0000, 0, 0, bytes(9));
        ByteBuffer two = entry("B", 0, 0, 0, bytes(0));
        ByteBuffer table =
                bytes(one.capacity() + two.capacity()).put(one.position(0)).put(two.position(0));
        assertThat(DataTypeTable.readAll(table, 0, table.capacity(), StandardCharsets.UTF_8))
                .extracting(DataTypeEntry::name)
                .containsExactly("A", "B");
    }

    @Test
    void nestingIsBounded() throws MalformedFrameException {
        ByteBuffer entry = entry("x", 0, 0, 0, bytes(0));
        for (int depth = 0; depth < DataTypeEntry.MAX_DEPTH; depth++) {
            entry = entry("x", 0, 1, 0, entry.position(entry.capacity()));
        }
        assertThat(readOne(entry).subItems()).hasSize(1);
        ByteBuffer tooDeep = entry("x", 0, 1, 0, entry.position(entry.capacity()));
        assertThatExceptionOfType(MalformedFrameException.class)
                .isThrownBy(() -> readOne(tooDeep))
                .withMessageContaining("nested");
    }

    @Test
    void hostileCountsAndLengthsAreMalformed() {
        for (int position : new int[] {32, 34, 36, 38, 40}) { // name, type, comment, dimensions, sub-items
            ByteBuffer entry = entry("A", 0, 0, 0, bytes(20)).putShort(position, (short) 0xFFFF);
            assertThatExceptionOfType(MalformedFrameException.class).isThrownBy(() -> readOne(entry));
        }
        for (int flag : new int[] {
            DataTypeEntry.FLAG_METHODS,
            DataTypeEntry.FLAG_ATTRIBUTES,
            DataTypeEntry.FLAG_ENUM,
            DataTypeEntry.FLAG_COPY_MASK
        }) {
            ByteBuffer entry =
                    entry("A", flag, 0, 0, bytes(20).putShort((short) 0xFFFF)).putInt(16, 4_000_000);
            assertThatExceptionOfType(MalformedFrameException.class).isThrownBy(() -> readOne(entry));
        }
    }

    @Test
    void aTableCutAtAnyLengthIsMalformedOrHasFewerTypes() throws MalformedFrameException {
        ByteBuffer table = GoldenFrames.table("tc31-data-types.hex");
        for (int cut = 0; cut < table.capacity(); cut++) {
            byte[] bytes = new byte[cut];
            table.get(0, bytes);
            try {
                assertThat(DataTypeTable.readAll(GoldenFrames.wrap(bytes), 0, cut, StandardCharsets.UTF_8))
                        .hasSizeLessThan(65);
            } catch (MalformedFrameException e) {
                assertThat(e.offset()).isBetween(0L, (long) cut);
            }
        }
    }

    private static List<DataTypeEntry> read(String resource) throws MalformedFrameException {
        ByteBuffer table = GoldenFrames.table(resource);
        return DataTypeTable.readAll(table, 0, table.capacity(), UploadSizes.DEFAULT_CHARSET);
    }

    private static DataTypeEntry readOne(ByteBuffer entry) throws MalformedFrameException {
        return DataTypeTable.readAll(entry, 0, entry.capacity(), StandardCharsets.UTF_8)
                .get(0);
    }

    private static DataTypeEntry named(List<DataTypeEntry> types, String name) {
        return types.stream().filter(t -> t.name().equals(name)).findFirst().orElseThrow();
    }

    private static ByteBuffer bytes(int length) {
        return GoldenFrames.wrap(new byte[length]);
    }

    /** An entry with a name, and a tail of all bytes of the given buffer. */
    private static ByteBuffer entry(String name, int flags, int subItems, int dimensions, ByteBuffer tail) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        ByteBuffer entry = bytes(DataTypeEntry.MIN_BYTES + text.length + tail.capacity());
        entry.putInt(0, entry.capacity()).putInt(28, flags).putShort(32, (short) text.length);
        entry.putShort(38, (short) dimensions).putShort(40, (short) subItems);
        return entry.put(42, text).put(DataTypeEntry.MIN_BYTES + text.length, tail, 0, tail.capacity());
    }
}
