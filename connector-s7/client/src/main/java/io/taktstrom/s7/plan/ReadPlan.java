package io.taktstrom.s7.plan;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

import io.taktstrom.s7.address.S7Address;
import io.taktstrom.s7.protocol.s7.DataItem;
import io.taktstrom.s7.protocol.s7.ReadVar;
import io.taktstrom.s7.protocol.s7.VarItem;
import org.jspecify.annotations.Nullable;

/**
 * How the points of a group are read: in which requests, and where in the image of all that is read each point's bytes
 * are. Immutable.
 */
public final class ReadPlan {

    /** How many unfinished requests an item is tried to be fitted into. */
    private static final int OPEN_REQUESTS = 8;

    /** An item of a request, or a piece of a large one. */
    record Item(Range range, int imageAt) {}

    /** A request, ready to be sent but for its reference. */
    record Request(List<Item> items, ByteBuffer pdu, int answerBytes) {}

    /** A block that is read for the sake of one or several points, and where it begins in the image. */
    private record Block(Range range, int imageAt, boolean shared) {}

    private final @Nullable S7Address[] addresses;
    private final PduLimits limits;
    private final BitSet alone;
    private final Request[] requests;
    private final int imageBytes;
    /** Of each point: where its bytes are in the image. */
    private final int[] imageAt;

    private final Block[] blocks;
    /** Of each point: its block. */
    private final int[] blockOf;

    /**
     * Plans.
     *
     * @param addresses of the points; null for one that is not to be read
     */
    public static ReadPlan of(List<? extends @Nullable S7Address> addresses, PduLimits limits) {
        return new ReadPlan(addresses.toArray(S7Address[]::new), limits, new BitSet());
    }

    /** The same plan, but with some points in items of their own, so that an error of one is not that of others. */
    ReadPlan apart(BitSet points) {
        BitSet more = (BitSet) alone.clone();
        more.or(points);
        return new ReadPlan(addresses, limits, more);
    }

    private ReadPlan(@Nullable S7Address[] addresses, PduLimits limits, BitSet alone) {
        this.addresses = addresses;
        this.limits = limits;
        this.alone = alone;
        this.imageAt = new int[addresses.length];
        this.blockOf = new int[addresses.length];
        Arrays.fill(blockOf, -1);
        List<Block> all = new ArrayList<>();
        imageBytes = cutBlocks(all);
        blocks = all.toArray(Block[]::new);
        requests = pack(pieces());
    }

    // ---- blocks

    private int cutBlocks(List<Block> all) {
        TreeMap<Long, List<Integer>> byArea = new TreeMap<>();
        int end = 0;
        for (int point = 0; point < addresses.length; point++) {
            S7Address address = addresses[point];
            if (address == null) {
                continue;
            }
            if (alone.get(point)) {
                end = add(all, range(address), end, List.of(point));
            } else {
                long key = (long) Areas.number(address.area()) << Integer.SIZE | address.dbNumber();
                byArea.computeIfAbsent(key, unused -> new ArrayList<>()).add(point);
            }
        }
        Coalescing coalescing = new Coalescing(limits);
        for (List<Integer> points : byArea.values()) {
            end = cutArea(points, coalescing, all, end);
        }
        return end;
    }

    private int cutArea(List<Integer> points, Coalescing coalescing, List<Block> all, int imageEnd) {
        points.sort(Comparator.comparingInt(point -> range(address(point)).start()));
        List<Range> merged = coalescing.merge(
                points.stream().map(point -> range(address(point))).toList());
        int end = imageEnd;
        int next = 0;
        for (Range block : merged) {
            int first = next;
            while (next < points.size() && isInside(range(address(points.get(next))), block)) {
                next++;
            }
            end = add(all, block, end, points.subList(first, next));
        }
        return end;
    }

    private static boolean isInside(Range range, Range block) {
        return range.start() >= block.start() && range.end() <= block.end();
    }

    private int add(List<Block> all, Range range, int at, List<Integer> points) {
        for (int point : points) {
            int units = range(address(point)).start() - range.start();
            imageAt[point] = at + units * Areas.unitBytes(range.area());
            blockOf[point] = all.size();
        }
        all.add(new Block(range, at, points.size() > 1));
        return Math.addExact(at, range.bytes());
    }

    private S7Address address(int point) {
        S7Address address = addresses[point];
        if (address == null) {
            throw new IllegalStateException("point " + point + " is not read");
        }
        return address;
    }

    private static Range range(S7Address address) {
        return new Range(address.area(), address.dbNumber(), address.offset(), address.wireBytes());
    }

    // ---- requests

    /** Cuts blocks that are too large for one answer. */
    private List<Item> pieces() {
        List<Item> items = new ArrayList<>();
        for (Block block : blocks) {
            Range range = block.range();
            int unit = Areas.unitBytes(range.area());
            int most = limits.mostReadBytes() / 2 * 2;
            for (int done = 0; done < range.bytes(); done += most) {
                int bytes = Math.min(most, range.bytes() - done);
                items.add(new Item(
                        new Range(range.area(), range.db(), range.start() + done / unit, bytes),
                        block.imageAt() + done));
            }
        }
        return items;
    }

    private Request[] pack(List<Item> items) {
        List<List<Item>> packed = new ArrayList<>();
        for (Item item : items) {
            List<Item> fitting = null;
            for (int i = Math.max(0, packed.size() - OPEN_REQUESTS); i < packed.size() && fitting == null; i++) {
                fitting = fits(packed.get(i), item) ? packed.get(i) : null;
            }
            if (fitting == null) {
                fitting = new ArrayList<>();
                packed.add(fitting);
            }
            fitting.add(item);
        }
        return packed.stream().map(ReadPlan::request).toArray(Request[]::new);
    }

    private boolean fits(List<Item> items, Item one) {
        return items.size() < limits.mostReadItems()
                && answerBytes(items)
                                + DataItem.HEADER_BYTES
                                + DataItem.padded(one.range().bytes())
                        <= limits.answerBytes();
    }

    private static int answerBytes(List<Item> items) {
        int bytes = ReadVar.ANSWER_BYTES;
        for (Item item : items) {
            bytes += DataItem.HEADER_BYTES + DataItem.padded(item.range().bytes());
        }
        return bytes;
    }

    private static Request request(List<Item> items) {
        ByteBuffer pdu = ByteBuffer.allocate(ReadVar.REQUEST_BYTES + items.size() * VarItem.BYTES);
        ReadVar.writeRequest(pdu, 0, 0, items.size());
        for (int i = 0; i < items.size(); i++) {
            items.get(i).range().write(pdu, ReadVar.item(0, i));
        }
        return new Request(List.copyOf(items), pdu, answerBytes(items));
    }

    // ---- what it came to

    Request request(int i) {
        return requests[i];
    }

    /** How many requests a read takes. */
    public int requests() {
        return requests.length;
    }

    int points() {
        return addresses.length;
    }

    @Nullable
    S7Address addressAt(int point) {
        return addresses[point];
    }

    int imageBytes() {
        return imageBytes;
    }

    int imageAt(int point) {
        return imageAt[point];
    }

    /** The block that a point's bytes are in; -1 for a point that is not read. */
    int blockOf(int point) {
        return blockOf[point];
    }

    int blocks() {
        return blocks.length;
    }

    boolean isShared(int block) {
        return blocks[block].shared();
    }

    /** Which block a byte of the image is in. */
    int blockAt(int imagePosition) {
        int low = 0;
        int high = blocks.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (blocks[middle].imageAt() <= imagePosition) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** What is sent and received for one read, for people. */
    public PlanSummary summary() {
        int read = 0;
        int items = 0;
        long sent = 0;
        long received = 0;
        long wanted = 0;
        for (S7Address address : addresses) {
            if (address != null) {
                read++;
                wanted += address.wireBytes();
            }
        }
        for (Request request : requests) {
            items += request.items().size();
            sent += request.pdu().capacity();
            received += request.answerBytes();
        }
        return new PlanSummary(read, wanted, blocks.length, items, requests.length, sent, received, limits);
    }
}
