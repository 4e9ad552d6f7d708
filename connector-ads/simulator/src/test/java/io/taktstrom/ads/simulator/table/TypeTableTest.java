package io.taktstrom.ads.simulator.table;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import io.taktstrom.ads.protocol.Attribute;
import io.taktstrom.ads.protocol.DataTypeEntry;
import io.taktstrom.ads.protocol.DataTypeTable;
import io.taktstrom.ads.simulator.memory.PlcMemory;
import io.taktstrom.ads.simulator.memory.PlcVariable;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.ads.simulator.model.Symbol;
import io.taktstrom.model.StructType;
import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** The data type table that the simulator writes, as the client reads it. */
class TypeTableTest {

    private static final String MODEL = """
            types:
              T_Celsius: {alias: REAL, attributes: {unit: Cel, hide: ""}}
              E_State: {enum: INT, members: {Idle: 0}, attributes: {qualified_only: "", strict: ""}}
              ST_Empty: {struct: {}, attributes: {hide: ""}}
              ST_Other: {struct: {nValue: DINT}}
              ST_Inner: {struct: {eState: E_State}}
              ST_Kept:
                pack: 1
                struct: {stNone: ST_Empty, astInner: "ARRAY[0..1] OF ST_Inner", nLast: DINT, pOther: POINTER TO ST_Other}
                attributes: {zz: "1", aa: "2"}
            symbols:
              MAIN.stKept: {type: ST_Kept, persistent: true}
              MAIN.stOther: ST_Other
              MAIN.fTemp: T_Celsius
            """;

    @Test
    void aTypeHasItsAttributesInTheirOrder() throws MalformedFrameException {
        assertThat(type("T_Celsius").attributes())
                .containsExactly(new Attribute("unit", "Cel"), new Attribute("hide", ""));
        assertThat(type("E_State").attributes())
                .containsExactly(new Attribute("qualified_only", ""), new Attribute("strict", ""));
        assertThat(type("ST_Kept").attributes())
                .containsExactly(new Attribute("pack_mode", "1"), new Attribute("zz", "1"), new Attribute("aa", "2"));
    }

    @Test
    void theTypesOfPersistentVariablesAreFlagged() throws MalformedFrameException {
        for (String name : List.of("ST_Kept", "ST_Empty", "ST_Inner", "ARRAY [0..1] OF ST_Inner", "E_State")) {
            assertThat(type(name).has(DataTypeEntry.FLAG_PERSISTENT_TYPE))
                    .as(name)
                    .isTrue();
        }
        for (String name : List.of("ST_Other", "T_Celsius", "DINT", "POINTER TO ST_Other")) {
            assertThat(type(name).has(DataTypeEntry.FLAG_PERSISTENT_TYPE))
                    .as(name)
                    .isFalse();
        }
    }

    @Test
    void anEmptyStructureTakesOneByte() throws MalformedFrameException {
        DataTypeEntry empty = type("ST_Empty");
        assertThat(empty.size()).isEqualTo(1);
        assertThat(empty.subItems()).isEmpty();
        assertThat(empty.attributes()).containsExactly(new Attribute("hide", ""));
        assertThat(type("ST_Kept").subItems()).extracting(DataTypeEntry::offset).containsExactly(0, 1, 5, 9);
    }

    /** The entry states the shorter length, so that the attributes are cut at every place. */
    @Test
    void attributesThatAreCutAreMalformed() throws MalformedFrameException {
        byte[] whole = Objects.requireNonNull(tables().type("ST_Kept"));
        byte[] text = "pack_mode".getBytes(TableWriter.CHARSET);
        int start = indexOf(whole, text) - 4; // the count, and the lengths of name and value
        int end = indexOf(whole, new byte[] {'a', 'a', 0, '2'}) + 4;
        for (int length = start; length < end; length++) {
            ByteBuffer cut = ByteBuffer.wrap(Arrays.copyOf(whole, length)).order(ByteOrder.LITTLE_ENDIAN);
            cut.putInt(0, length);
            int bytes = length;
            assertThatExceptionOfType(MalformedFrameException.class)
                    .as("length %d", length)
                    .isThrownBy(() -> DataTypeTable.readAll(cut, 0, bytes, TableWriter.CHARSET));
        }
    }

    private static int indexOf(byte[] bytes, byte[] part) {
        for (int i = 0; i <= bytes.length - part.length; i++) {
            if (Arrays.equals(bytes, i, i + part.length, part, 0, part.length)) {
                return i;
            }
        }
        throw new AssertionError("not found");
    }

    private static DataTypeEntry type(String name) throws MalformedFrameException {
        byte[] types = tables().types;
        ByteBuffer buffer = ByteBuffer.wrap(types).order(ByteOrder.LITTLE_ENDIAN);
        return DataTypeTable.readAll(buffer, 0, types.length, TableWriter.CHARSET).stream()
                .filter(entry -> entry.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no type " + name));
    }

    private static SymbolTables tables() {
        AdsModel model = AdsModel.parse(MODEL);
        List<PlcVariable> variables =
                model.symbols().stream().map(TypeTableTest::variable).toList();
        return new SymbolTables(variables, model.types());
    }

    private static PlcVariable variable(Symbol symbol) {
        return new PlcVariable(
                symbol.name(), symbol.type(), new PlcMemory(0x4040, 64), 0, StructType.WHOLE, "", symbol);
    }
}
