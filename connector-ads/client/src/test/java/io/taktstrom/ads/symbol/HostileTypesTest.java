package io.taktstrom.ads.symbol;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;

import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static io.taktstrom.ads.symbol.Tables.found;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Tables that are small, and come to more than any machine has. */
@Timeout(120)
class HostileTypesTest {

    private static final int BIG_TYPE = 65;

    private final List<String> notices = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(ints = {5, 8, 30, 60})
    void partsThatLieOverEachOtherAreNeverExpandedButCanBeUsedByName(int levels) throws ConnectorException {
        SymbolCatalog catalog = new Tables()
                .overlapping(levels)
                .symbol("MAIN.evil", "S" + (levels - 1), BIG_TYPE, 0, 4)
                .symbol("MAIN.good", "S0", BIG_TYPE, 8, 4)
                .catalog();
        Located evil = found(catalog, "MAIN.evil");
        assertThat(evil.isBeyond()).isTrue();
        Located leaf = found(catalog, "MAIN.evil" + ".m9".repeat(levels));
        assertThat(leaf.type()).isEqualTo(ScalarType.DINT);
        assertThat(leaf.isBeyond()).isFalse();
        List<BrowseNode> nodes = all(catalog);
        assertThat(nodes).extracting(BrowseNode::address).contains("MAIN.evil", "MAIN.good", "MAIN.good.m9");
        assertThat(nodes).hasSize(12);
        assertThat(nodes.get(0).type()).isNull();
        assertThat(notices).singleElement().asString().contains("MAIN.evil", "left out");
    }

    @Test
    void anHonestUnionIsReadAsAWhole() throws ConnectorException {
        SymbolCatalog catalog = new Tables()
                .overlapping(3)
                .symbol("MAIN.union", "S2", BIG_TYPE, 0, 4)
                .catalog();
        assertThat(found(catalog, "MAIN.union").isBeyond()).isFalse();
        assertThat(all(catalog)).hasSize(1 + 10 + 100 + 1000);
    }

    @Test
    void aLargeArrayOfStructuresIsTooMuchAsOneValueButNotItsElements() throws ConnectorException {
        SymbolCatalog catalog = new Tables()
                .struct("P", 8, Tables.entry("x", "DINT", 3, 4, 0, 2), Tables.entry("y", "DINT", 3, 4, 4, 2))
                .array("ARRAY [1..500000] OF P", "P", BIG_TYPE, 4_000_000, new int[] {1, 500_000})
                .symbol("MAIN.a", "ARRAY [1..500000] OF P", BIG_TYPE, 0, 4_000_000)
                .catalog();
        assertThat(found(catalog, "MAIN.a").isBeyond()).isTrue();
        Located y = found(catalog, "MAIN.a[500000].y");
        assertThat(y.indexOffset()).isEqualTo(3_999_996);
        assertThat(y.isBeyond()).isFalse();
    }

    /** 2,147,483,648 elements from -2147483648 on: no ArrayType can be made of it. */
    @ParameterizedTest
    @CsvSource({"-2147483648, -2147483648", "-2147483648, 2147483647", "2147483647, 2", "0, -1", "0, 0", "5, 3"})
    void boundsThatCannotBeAreAnArrayOfBytes(int lower, int elements) throws ConnectorException {
        SymbolCatalog catalog = new Tables()
                .array("A", "SINT", 16, 10, new int[] {lower, elements})
                .symbol("MAIN.a", "A", BIG_TYPE, 0, 10)
                .symbol("MAIN.b", "INT", 2, 0, 2)
                .catalog();
        assertThat(found(catalog, "MAIN.a").type()).isEqualTo(ArrayType.of(ScalarType.BYTE, 10));
        assertThat(all(catalog)).hasSize(12);
    }

    @Test
    void sixtyFourThousandDimensionsAreNoArray() throws ConnectorException {
        int[][] bounds = new int[65_535][];
        java.util.Arrays.fill(bounds, new int[] {0, 1});
        Tables tables = new Tables();
        for (int i = 0; i < 40; i++) {
            tables.array("A" + i, i == 0 ? "INT" : "A" + (i - 1), 2, 2, bounds);
        }
        SymbolCatalog catalog = tables.symbol("MAIN.a", "A39", 2, 0, 2).catalog();
        DataType type = found(catalog, "MAIN.a").type();
        assertThat(type).isEqualTo(ScalarType.INT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "ARRAY [1..5] OF INT;            2; 10; ARRAY[1..5] OF INT",
                "ARRAY[-2..0,1..2] OF INT;       2; 12; ARRAY[-2..0,1..2] OF INT",
                "array [1..2] of array [3..4] of SINT; 16; 4; ARRAY[1..2,3..4] OF SINT",
                "ARRAY [1..2] OF STRING(3);      30; 8; ARRAY[1..2] OF STRING(3)",
                "ARRAY [1..5] OF INT;            2; 12; ARRAY[0..5] OF INT",
                "ARRAY [1..n] OF INT;            2; 10; ARRAY[0..4] OF INT",
                "ARRAY [5..1] OF INT;            2; 10; ARRAY[0..4] OF INT",
                "ARRAY [-2147483648..2147483647] OF INT; 2; 10; ARRAY[0..4] OF INT",
                "ARRAY [1..99999999999] OF INT;  2; 10; ARRAY[0..4] OF INT"
            })
    void boundsThatOnlyTheNameSaysAreTakenFromThere(String name, int typeId, int size, String type)
            throws ConnectorException {
        SymbolCatalog catalog =
                new Tables().symbol("MAIN.a", name, typeId, 0, size).catalog();
        DataType found = found(catalog, "MAIN.a").type();
        assertThat(Objects.requireNonNull(found).text()).isEqualTo(type);
    }

    @Test
    void anIndexOutOfBoundsNamesTheBounds() throws ConnectorException {
        SymbolCatalog catalog =
                new Tables().symbol("MAIN.a", "ARRAY [1..5] OF INT", 2, 0, 10).catalog();
        assertThat(catalog.find("MAIN.a[9]").located()).isNull();
        assertThat(catalog.find("MAIN.a[9]").outOfBounds())
                .isEqualTo("index 9 of MAIN.a[9] is out of bounds, which are [1..5]");
        assertThat(catalog.find("MAIN.a[99999999999]").outOfBounds()).contains("[1..5]");
        assertThat(catalog.find("MAIN.a[x]").outOfBounds()).isEmpty();
    }

    /** Were each looked for among all, this would take four thousand million comparisons. */
    @Test
    void eachOfSixtyFiveThousandMembersIsFoundWithoutASearch() throws ConnectorException {
        int count = 65_535;
        byte[][] members = new byte[count][];
        for (int i = 0; i < count; i++) {
            members[i] = Tables.entry("m" + i, "DINT", 3, 4, 4 * i, 2);
        }
        SymbolCatalog catalog = new Tables()
                .struct("WIDE", 4 * count, members)
                .symbol("MAIN.w", "WIDE", BIG_TYPE, 0, 4 * count)
                .catalog();
        for (int i = 0; i < count; i++) {
            assertThat(found(catalog, "MAIN.w.M" + i).indexOffset()).isEqualTo(4 * i);
        }
        assertThat(all(catalog)).hasSize(1 + count);
    }

    @Test
    void aWalkEndsAfterTheMostNodesAllowed() throws ConnectorException {
        Tables tables = new Tables();
        for (int i = 0; i < 11; i++) {
            tables.symbol("MAIN.a" + i, "ARRAY [1..1000] OF BYTE", 17, 0, 1_000);
        }
        int seen = 0;
        try (BrowseCursor cursor =
                Tables.browse(tables.catalog(), BrowseFilter.matching("*.a*[7]"), 10_000, notices::add)) {
            seen += cursor.next(9).size();
            assertThatThrownBy(() -> cursor.next(9))
                    .isInstanceOfSatisfying(
                            DeviceErrorException.class,
                            e -> assertThat(e.status()).isEqualTo(StatusCode.BAD_ENCODING_LIMITS_EXCEEDED))
                    .hasMessageContaining("more than 10000 ");
            assertThat(cursor.next(9)).isEmpty();
        }
        assertThat(seen).isEqualTo(9);
    }

    /** Each entry costs several times its bytes: what is announced is not what is needed. */
    @Test
    void whatIsMadeOfATableIsGrantedBeforeItIsMade() {
        Tables tables = new Tables();
        for (int i = 0; i < 1000; i++) {
            tables.symbol("a" + i, "INT", 2, 0, 2);
        }
        MemoryBudget grant = new MemoryBudget(200_000);
        MemoryBudget held = grant.part();
        assertThatThrownBy(() -> SymbolCatalog.of(Tables.wrap(tables.symbols()), TypeCatalog.EMPTY, held::tryTake))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("more than is granted");
        assertThat(grant.held()).isLessThanOrEqualTo(200_000);
        held.close();
        assertThat(grant.held()).isZero();
    }

    @Test
    void noTableOfTypesExpandsWithoutEndOrFailsInAnotherWay() throws ConnectorException {
        long seed = Long.getLong("seed", System.nanoTime());
        System.getLogger("test").log(System.Logger.Level.INFO, "seed {0}", Long.toString(seed));
        Random random = new Random(seed);
        for (int round = 0; round < 60; round++) {
            SymbolCatalog catalog = AnyTables.of(random).catalog();
            int nodes = 0;
            try (BrowseCursor cursor = Tables.browse(catalog, BrowseFilter.ALL, BrowseRules.MAX_NODES, notices::add)) {
                for (List<BrowseNode> page = cursor.next(500);
                        !page.isEmpty() && nodes < 3_000;
                        page = cursor.next(500)) {
                    nodes += page.size();
                    for (BrowseNode node : page) {
                        Located located = catalog.find(node.address()).located();
                        if (located != null && located.type() != null) {
                            assertThat(located.type().imageBytes())
                                    .as("seed %d, round %d, %s", seed, round, node.address())
                                    .isEqualTo(located.size());
                            assertThat(located.parts()).isPositive();
                        }
                    }
                }
            }
        }
    }

    private List<BrowseNode> all(SymbolCatalog catalog) throws ConnectorException {
        List<BrowseNode> nodes = new ArrayList<>();
        try (BrowseCursor cursor = Tables.browse(catalog, BrowseFilter.ALL, BrowseRules.MAX_NODES, notices::add)) {
            for (List<BrowseNode> page = cursor.next(1000); !page.isEmpty(); page = cursor.next(1000)) {
                nodes.addAll(page);
            }
        }
        return nodes;
    }
}
