package io.taktstrom.ads.symbol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;

import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static io.taktstrom.ads.symbol.Tables.found;
import static org.assertj.core.api.Assertions.assertThat;

class SymbolCatalogTest {

    private static final String PLC30 = "plc30";
    private static final String TC31 = "tc31";

    @ParameterizedTest
    @CsvSource({
        "MAIN.hurz_BOOL,       0x65C46, BOOL",
        "MAIN.hurz_LINT,       0x65C68, LINT",
        "MAIN.hurz_REAL,       0x65C64, REAL",
        "MAIN.hurz_TIME,       0x65C80, TIME",
        "MAIN.hurz_LTIME,      0x65C88, LTIME",
        "MAIN.hurz_DATE,       0x65C84, DATE",
        "MAIN.hurz_TOD,        0x65C94, TOD",
        "MAIN.hurz_DT,         0x65C9C, DT",
        "MAIN.hurz_ULINT,      0x65C70, ULINT",
        "main.HURZ_ulint,      0x65C70, ULINT",
        "MAIN.hurz_STRING,     0x65CA0, STRING(80)",
        "MAIN.hurz_WSTRING,    0x65CF2, WSTRING(80)",
    })
    void aNameIsAPlaceAndAType(String address, String offset, String type) throws ConnectorException {
        Located located = found(RealTables.catalog(PLC30), address);
        assertThat(located.indexGroup()).isEqualTo(0x4040);
        assertThat(located.indexOffset()).isEqualTo(Integer.decode(offset));
        DataType found = Objects.requireNonNull(located.type());
        assertThat(found.text()).isEqualTo(type);
        assertThat(found.imageBytes()).isEqualTo(located.size());
    }

    @Test
    void anElementOfAMatrixLiesRowByRow() throws ConnectorException {
        SymbolCatalog catalog = RealTables.catalog(PLC30);
        Located matrix = found(catalog, "MAIN.hurz_MULTI_INT_ARRAY");
        assertThat(matrix.type())
                .isEqualTo(
                        new ArrayType(ScalarType.INT, List.of(new ArrayType.Bound(0, 5), new ArrayType.Bound(2, 6))));
        Located element = found(catalog, "MAIN.hurz_MULTI_INT_ARRAY[1, 3]");
        assertThat(element.type()).isEqualTo(ScalarType.INT);
        assertThat(element.indexOffset()).isEqualTo(matrix.indexOffset() + 2 * (1 * 5 + 1));
        Located row = found(catalog, "MAIN.hurz_MULTI_INT_ARRAY[1]");
        assertThat(row.type()).isEqualTo(new ArrayType(ScalarType.INT, List.of(new ArrayType.Bound(2, 6))));
        assertThat(found(catalog, "MAIN.hurz_MULTI_INT_ARRAY[1][3]").indexOffset())
                .isEqualTo(element.indexOffset());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MAIN",
                "MAIN.",
                "MAIN.nothing",
                "MAIN.hurz_INT.x",
                "MAIN.hurz_INT[0]",
                "MAIN.hurz_MULTI_INT_ARRAY[1,7]",
                "MAIN.hurz_MULTI_INT_ARRAY[1,2,3]",
                "MAIN.hurz_MULTI_INT_ARRAY[-1,2]",
                "MAIN.hurz_MULTI_INT_ARRAY[1",
                "MAIN.hurz_MULTI_INT_ARRAY[]",
                "MAIN.hurz_MULTI_INT_ARRAY]",
                "MAIN.hurz_MULTI_INT_ARRAY[99999999999]",
                "MAIN.hurz_Struct.nothing",
                "MAIN.hurz_Struct..",
                "[0]",
                "."
            })
    void whatIsNotThereIsNotFound(String address) throws ConnectorException {
        assertThat(RealTables.catalog(PLC30).find(address).located()).isNull();
    }

    @Test
    void aMemberOfAStructureInAnArrayIsFoundAtItsOffset() throws ConnectorException {
        SymbolCatalog catalog = RealTables.catalog(PLC30);
        Located array = found(catalog, "MAIN.hurz_STRUCT_ARRAY");
        StructType struct = (StructType) ((ArrayType) Objects.requireNonNull(array.type())).element();
        assertThat(struct.name()).isEqualTo("SomeType");
        assertThat(struct.imageBytes()).isEqualTo(336);
        assertThat(struct.fields()).hasSize(22);
        StructType.Field field = struct.fields().get(5);
        Located member = found(catalog, "MAIN.hurz_STRUCT_ARRAY[1]." + field.name());
        assertThat(member.indexOffset()).isEqualTo(array.indexOffset() + 336 + field.offset());
        assertThat(member.type()).isEqualTo(field.type());
    }

    @Test
    void anEnumerationKnowsItsNames() throws ConnectorException {
        Located state = found(RealTables.catalog(PLC30), "MAIN.eState");
        assertThat(state.type()).isInstanceOf(EnumType.class);
        EnumType type = (EnumType) Objects.requireNonNull(state.type());
        assertThat(type.imageBytes()).isEqualTo(2);
        assertThat(type.members()).isNotEmpty();
        assertThat(state.typeName()).isEqualTo("E_MainStateMachine");
    }

    @Test
    void stringsInAnArrayKeepTheirLength() throws ConnectorException {
        Located strings = found(RealTables.catalog(PLC30), "MAIN.hurz_STRING_ARRAY");
        assertThat(strings.type()).isEqualTo(ArrayType.of(StringType.string(80), 8));
    }

    @ParameterizedTest
    @ValueSource(strings = {PLC30, TC31})
    void everyTypeFillsExactlyTheMemoryOfItsSymbol(String system) throws ConnectorException {
        for (BrowseNode node : all(RealTables.catalog(system), new BrowseFilter(BrowseFilter.ALL.match(), false))) {
            Located located = found(RealTables.catalog(system), node.address());
            assertThat(located.size())
                    .as(node.address())
                    .isEqualTo(located.type() == null ? 0 : located.type().imageBytes());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {PLC30, TC31})
    void whateverBrowseShowsCanBeFound(String system) throws ConnectorException {
        SymbolCatalog catalog = RealTables.catalog(system);
        List<BrowseNode> nodes = all(catalog, BrowseFilter.ALL);
        assertThat(nodes).isNotEmpty();
        for (BrowseNode node : nodes) {
            Located located = found(catalog, node.address());
            assertThat(located.address()).isEqualTo(node.address());
            assertThat(located.type()).as(node.address()).isEqualTo(node.type());
        }
    }

    @Test
    void pagesOfAnySizeGiveTheSameNodes() throws ConnectorException {
        SymbolCatalog catalog = RealTables.catalog(TC31);
        List<BrowseNode> whole = Tables.browse(catalog, BrowseFilter.ALL).next(Integer.MAX_VALUE);
        assertThat(all(catalog, BrowseFilter.ALL)).isEqualTo(whole);
    }

    @Test
    void aPatternSelectsParts() throws ConnectorException {
        List<BrowseNode> nodes = all(RealTables.catalog(PLC30), BrowseFilter.matching("main.HURZ_multi*[1,*]"));
        assertThat(nodes)
                .extracting(BrowseNode::address)
                .containsExactly(
                        "MAIN.hurz_MULTI_INT_ARRAY[1,2]",
                        "MAIN.hurz_MULTI_INT_ARRAY[1,3]",
                        "MAIN.hurz_MULTI_INT_ARRAY[1,4]",
                        "MAIN.hurz_MULTI_INT_ARRAY[1,5]",
                        "MAIN.hurz_MULTI_INT_ARRAY[1,6]");
    }

    @Test
    void aDamagedTableNeverGivesATypeLargerThanItsSymbol() throws ConnectorException {
        long seed = System.nanoTime();
        System.getLogger("test").log(System.Logger.Level.INFO, "seed {0}", Long.toString(seed));
        Random random = new Random(seed);
        byte[] types = RealTables.table("tc31-data-types.hex").array();
        for (int round = 0; round < 300; round++) {
            byte[] damaged = types.clone();
            for (int i = 0; i < 3; i++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            SymbolCatalog catalog;
            try {
                catalog = Tables.catalog(
                        RealTables.table("tc31-symbols.hex"),
                        ByteBuffer.wrap(damaged).order(ByteOrder.LITTLE_ENDIAN));
            } catch (MalformedFrameException e) {
                continue;
            }
            for (BrowseNode node : Tables.browse(catalog, BrowseFilter.ALL).next(3000)) {
                Located located = catalog.find(node.address()).located();
                if (located != null && located.type() != null) {
                    assertThat(located.type().imageBytes())
                            .as("seed %d, %s", seed, node.address())
                            .isEqualTo(located.size());
                }
            }
        }
    }

    private static List<BrowseNode> all(SymbolCatalog catalog, BrowseFilter filter) throws ConnectorException {
        List<BrowseNode> nodes = new ArrayList<>();
        try (BrowseCursor cursor = Tables.browse(catalog, filter)) {
            for (List<BrowseNode> page = cursor.next(7); !page.isEmpty(); page = cursor.next(7)) {
                assertThat(page).hasSizeLessThanOrEqualTo(7);
                nodes.addAll(page);
            }
        }
        return nodes;
    }
}
