package io.taktstrom.ads.symbol;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

import io.taktstrom.ads.protocol.TableBudget;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.kit.Deadline;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.ConnectorException;

/**
 * Tables of symbols and types as a device may send them, true or not. Layouts as in TwinCAT's Ads.h, written out: nothing is
 * shared with the client.
 */
public final class Tables {

    private static final int BIG_TYPE = 65;

    private final ByteArrayOutputStream symbols = new ByteArrayOutputStream();
    private final ByteArrayOutputStream types = new ByteArrayOutputStream();

    /** A member, or a type without anything in it. */
    public static byte[] entry(String name, String type, int typeId, int size, int offset, int flags) {
        return entry(name, type, typeId, size, offset, flags, new int[0][], new byte[0][], new byte[0]);
    }

    /**
     * A type.
     *
     * @param bounds lower bound and number of elements of each dimension
     */
    public static byte[] entry(
            String name,
            String type,
            int typeId,
            int size,
            int offset,
            int flags,
            int[][] bounds,
            byte[][] members,
            byte[] tail) {
        int bytes = 42 + name.length() + type.length() + 3 + 8 * bounds.length + tail.length;
        for (byte[] member : members) {
            bytes += member.length;
        }
        ByteBuffer entry = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        entry.putInt(bytes).putInt(1).putInt(0).putInt(0).putInt(size).putInt(offset);
        entry.putInt(typeId).putInt(flags);
        entry.putShort((short) name.length()).putShort((short) type.length()).putShort((short) 0);
        entry.putShort((short) bounds.length).putShort((short) members.length);
        text(entry, name);
        text(entry, type);
        entry.put((byte) 0);
        for (int[] bound : bounds) {
            entry.putInt(bound[0]).putInt(bound[1]);
        }
        for (byte[] member : members) {
            entry.put(member);
        }
        return entry.put(tail).array();
    }

    private static void text(ByteBuffer entry, String text) {
        entry.put(text.getBytes(StandardCharsets.ISO_8859_1)).put((byte) 0);
    }

    public Tables symbol(String name, String type, int typeId, int offset, int size) {
        int bytes = 30 + name.length() + type.length() + 3;
        ByteBuffer entry = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        entry.putInt(bytes)
                .putInt(0x4040)
                .putInt(offset)
                .putInt(size)
                .putInt(typeId)
                .putInt(0);
        entry.putShort((short) name.length()).putShort((short) type.length()).putShort((short) 0);
        text(entry, name);
        text(entry, type);
        symbols.writeBytes(entry.put((byte) 0).array());
        return this;
    }

    public Tables type(byte[] entry) {
        types.writeBytes(entry);
        return this;
    }

    public Tables struct(String name, int size, byte[]... members) {
        return type(entry(name, "", BIG_TYPE, size, 0, 1, new int[0][], members, new byte[0]));
    }

    /**
     * A type that is an array.
     *
     * @param bounds lower bound and number of elements of each dimension
     */
    public Tables array(String name, String element, int typeId, int size, int[]... bounds) {
        return type(entry(name, element, typeId, size, 0, 1, bounds, new byte[0][], new byte[0]));
    }

    /** What a name that must be there leads to. */
    static Located found(SymbolCatalog catalog, String address) {
        return Objects.requireNonNull(catalog.find(address).located(), address);
    }

    /** Structures S0, S1 ...: ten members, all at offset 0, each of the structure before; S0 has DINTs. */
    public Tables overlapping(int levels) {
        for (int level = 0; level < levels; level++) {
            byte[][] members = new byte[10][];
            for (int i = 0; i < 10; i++) {
                members[i] = level == 0
                        ? entry("m" + i, "DINT", 3, 4, 0, 2)
                        : entry("m" + i, "S" + (level - 1), BIG_TYPE, 4, 0, 2);
            }
            struct("S" + level, 4, members);
        }
        return this;
    }

    /** Tables by chance, with symbols {@code MAIN.v0} to {@code v9}. */
    public static Tables any(java.util.Random random) {
        return AnyTables.of(random);
    }

    public byte[] symbols() {
        return symbols.toByteArray();
    }

    public byte[] types() {
        return types.toByteArray();
    }

    SymbolCatalog catalog() throws ConnectorException {
        return catalog(wrap(symbols()), wrap(types()));
    }

    static ByteBuffer wrap(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    static SymbolCatalog catalog(ByteBuffer symbols, ByteBuffer types) throws ConnectorException {
        return SymbolCatalog.of(symbols, TypeCatalog.of(types, TableBudget.UNLIMITED), TableBudget.UNLIMITED);
    }

    static BrowseCursor browse(SymbolCatalog catalog, BrowseFilter filter) {
        return browse(catalog, filter, BrowseRules.MAX_NODES, notice -> {});
    }

    static BrowseCursor browse(SymbolCatalog catalog, BrowseFilter filter, int most, Consumer<String> notices) {
        EpochNanoClock clock = EpochNanoClock.system();
        return catalog.browse(
                filter,
                new BrowseRules("a test", () -> Deadline.after(clock, Duration.ofMinutes(5), "none"), most, notices));
    }
}
