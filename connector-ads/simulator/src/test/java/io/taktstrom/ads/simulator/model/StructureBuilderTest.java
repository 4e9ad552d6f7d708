package io.taktstrom.ads.simulator.model;

import java.util.List;

import io.taktstrom.ads.simulator.model.PlcType.Structure.Member;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Offsets as in the captured data type tables of a TwinCAT 3.1 runtime, where a type of that name is given. */
class StructureBuilderTest {

    private static PlcType type(ScalarType type) {
        return new PlcType.Elementary(type);
    }

    private static StructureBuilder mixed(int packMode) {
        return new StructureBuilder("ST_Mixed", packMode)
                .add("a", type(ScalarType.BOOL), "")
                .add("b", type(ScalarType.LREAL), "")
                .add("c", type(ScalarType.INT), "")
                .add("d", type(ScalarType.DINT), "")
                .add("e", new PlcType.Elementary(StringType.string(2)), "")
                .add("f", new PlcType.Elementary(StringType.wstring(1)), "");
    }

    private static List<Integer> offsets(PlcType.Structure structure) {
        return structure.members().stream().map(Member::offset).toList();
    }

    @Test
    void withoutPackModeMembersAreAlignedToTheirSize() {
        PlcType.Structure structure = mixed(0).build("");

        assertThat(offsets(structure)).containsExactly(0, 8, 16, 20, 24, 28);
        assertThat(structure.bytes()).isEqualTo(32);
    }

    @Test
    void packModesLimitTheAlignment() {
        assertThat(offsets(mixed(1).build(""))).containsExactly(0, 1, 9, 11, 15, 18);
        assertThat(mixed(1).build("").bytes()).isEqualTo(22);
        assertThat(offsets(mixed(2).build(""))).containsExactly(0, 2, 10, 12, 16, 20);
        assertThat(mixed(2).build("").bytes()).isEqualTo(24);
        assertThat(offsets(mixed(4).build(""))).containsExactly(0, 4, 12, 16, 20, 24);
        assertThat(mixed(4).build("").bytes()).isEqualTo(28);
    }

    @Test
    void theCapturedLibraryVersionHasItsLayout() {
        PlcType.Structure version = new StructureBuilder("ST_LibVersion", 0)
                .add("iMajor", type(ScalarType.UINT), "")
                .add("iMinor", type(ScalarType.UINT), "")
                .add("iBuild", type(ScalarType.UINT), "")
                .add("iRevision", type(ScalarType.UINT), "")
                .add("nFlags", type(ScalarType.DWORD), "")
                .add("sVersion", new PlcType.Elementary(StringType.string(23)), "")
                .build("");

        assertThat(offsets(version)).containsExactly(0, 2, 4, 6, 8, 12);
        assertThat(version.bytes()).isEqualTo(36);
    }

    @Test
    void aStructureInAStructureKeepsItsOwnAlignment() {
        PlcType.Structure packed = mixed(1).build("");
        PlcType.Structure outer = new StructureBuilder("ST_Outer", 0)
                .add("flag", type(ScalarType.BOOL), "")
                .add("inner", packed, "")
                .add("last", type(ScalarType.LINT), "")
                .build("");

        assertThat(offsets(outer)).containsExactly(0, 1, 24);
        assertThat(outer.bytes()).isEqualTo(32);
    }

    @Test
    void neighbouringBitsShareBytes() {
        StructureBuilder builder = new StructureBuilder("ST_Bits", 1);
        for (int i = 0; i < 9; i++) {
            builder.add("bit" + i, new PlcType.Bit(), "");
        }
        PlcType.Structure bits = builder.add("byte", type(ScalarType.BYTE), "")
                .add("after", new PlcType.Bit(), "")
                .build("");

        assertThat(offsets(bits)).containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3);
        assertThat(bits.members().get(7).bit()).isEqualTo(7);
        assertThat(bits.members().get(8).bit()).isZero();
        assertThat(bits.members().get(10).bit()).isZero();
    }

    @Test
    void anArrayIsAlignedLikeItsElement() {
        PlcType array = new PlcType.Array(type(ScalarType.DINT), List.of(new ArrayType.Bound(1, 3)));
        PlcType.Structure structure = new StructureBuilder("ST_Array", 0)
                .add("flag", type(ScalarType.BOOL), "")
                .add("array", array, "")
                .build("");

        assertThat(offsets(structure)).containsExactly(0, 4);
        assertThat(structure.bytes()).isEqualTo(16);
    }

    @Test
    void otherPackModesAreRefused() {
        assertThatThrownBy(() -> new StructureBuilder("ST", 3)).hasMessage("pack mode 3: expected 1, 2, 4 or 8");
    }
}
