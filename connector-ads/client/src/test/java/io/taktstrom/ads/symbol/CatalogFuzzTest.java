package io.taktstrom.ads.symbol;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.testkit.peer.FuzzedParser;
import org.junit.jupiter.params.provider.MethodSource;

/** What a device's tables come to: symbols with types, their parts, and a walk over all. */
class CatalogFuzzTest {

    private static final int MOST_NODES = 200;

    static Stream<byte[]> tables() {
        Stream<Tables> chance = IntStream.range(0, 20).mapToObj(seed -> Tables.any(new Random(seed)));
        return Stream.concat(chance, Stream.of(new Tables().overlapping(5).symbol("A.b", "S4", 65, 0, 4)))
                .map(tables -> input(tables.types(), tables.symbols()));
    }

    private static byte[] input(byte[] types, byte[] symbols) {
        byte[] all = Arrays.copyOf(new byte[] {(byte) types.length, (byte) (types.length >> 8)}, 2 + types.length);
        System.arraycopy(types, 0, all, 2, types.length);
        byte[] input = Arrays.copyOf(all, all.length + symbols.length);
        System.arraycopy(symbols, 0, input, all.length, symbols.length);
        return input;
    }

    /** The first two bytes say how many are types; the rest are symbols. */
    @MethodSource("tables")
    @FuzzTest(maxDuration = "5m")
    void anyTablesAreWalkedOrMalformed(byte[] bytes) {
        if (bytes.length < 2) {
            return;
        }
        int types = Math.min((bytes[0] & 0xFF) | (bytes[1] & 0xFF) << 8, bytes.length - 2);
        FuzzedParser.check(bytes.length + 20 * MOST_NODES, ConnectorException.class, () -> {
            ByteBuffer all = Tables.wrap(bytes);
            SymbolCatalog catalog = Tables.catalog(slice(all, 2 + types, bytes.length), slice(all, 2, 2 + types));
            try (BrowseCursor cursor = Tables.browse(catalog, BrowseFilter.ALL, MOST_NODES, notice -> {})) {
                for (List<BrowseNode> page = cursor.next(100); !page.isEmpty(); page = cursor.next(100)) {
                    page.forEach(node -> use(catalog, node));
                }
            }
        });
    }

    private static ByteBuffer slice(ByteBuffer all, int from, int to) {
        return all.slice(from, to - from).order(all.order());
    }

    private static void use(SymbolCatalog catalog, BrowseNode node) {
        Found found = catalog.find(node.address());
        Located located = found.located();
        if (located != null && located.type() != null && !located.isBeyond()) {
            int bytes = located.type().imageBytes();
            if (bytes < 0 || located.type().text().isEmpty()) {
                throw new AssertionError(node.address() + " has " + bytes + " bytes");
            }
        }
    }

    static Stream<byte[]> anyTextIsAnAddressOrRefusedSeeds() {
        return FuzzedParser.texts(
                "0x4020:0x10:DINT", "16416:0016", "MAIN.axis[2,-3].position", "4294967295:0:ARRAY[0..1] OF BOOL");
    }

    @MethodSource("anyTextIsAnAddressOrRefusedSeeds")
    @FuzzTest(maxDuration = "1m")
    void anyTextIsAnAddressOrRefused(byte[] bytes) {
        FuzzedParser.check(
                bytes.length,
                IllegalArgumentException.class,
                () -> FuzzedParser.show(AdsAddress.parse(FuzzedParser.text(bytes))));
    }
}
