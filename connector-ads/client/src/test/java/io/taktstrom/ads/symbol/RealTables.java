package io.taktstrom.ads.symbol;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Objects;
import java.util.stream.Collectors;

import io.taktstrom.spi.ConnectorException;

/** Uploads of two real TwinCAT 3 systems; the files name their sources. */
final class RealTables {

    private RealTables() {}

    static SymbolCatalog catalog(String system) throws ConnectorException {
        return Tables.catalog(table(system + "-symbols.hex"), table(system + "-data-types.hex"));
    }

    static ByteBuffer table(String file) {
        try (InputStream in = RealTables.class.getResourceAsStream("/io/taktstrom/ads/protocol/" + file)) {
            String hex = new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .collect(Collectors.joining());
            return ByteBuffer.wrap(HexFormat.of().parseHex(hex)).order(ByteOrder.LITTLE_ENDIAN);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
