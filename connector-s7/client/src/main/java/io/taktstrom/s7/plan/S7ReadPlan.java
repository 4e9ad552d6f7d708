package io.taktstrom.s7.plan;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;

import io.taktstrom.kit.plan.SpanPlan;
import io.taktstrom.s7.address.S7Address;
import io.taktstrom.s7.protocol.s7.DataItem;
import io.taktstrom.s7.protocol.s7.ReadVar;
import io.taktstrom.s7.protocol.s7.VarItem;
import org.jspecify.annotations.Nullable;

/**
 * How the points of a group are read: in which requests, and where in the image of all that is read each point's bytes
 * are. Immutable.
 */
public final class S7ReadPlan {

    /** How many unfinished requests an item is tried to be fitted into. */
    private static final int OPEN_REQUESTS = 8;

    /** An item of a request, or a piece of a large one. */
    record Item(SpanPlan.Piece piece, int bytes) {}

    /** A request, ready to be sent but for its reference. */
    record Request(List<Item> items, ByteBuffer pdu, int answerBytes) {}

    private final @Nullable S7Address[] addresses;
    private final PduLimits limits;
    private final SpanPlan spans;
    private final Request[] requests;

    /**
     * Plans.
     *
     * @param addresses of the points; null for one that is not to be read
     */
    public static S7ReadPlan of(List<? extends @Nullable S7Address> addresses, PduLimits limits) {
        S7Address[] all = addresses.toArray(S7Address[]::new);
        var spans = Stream.of(all)
                .map(address -> address == null ? null : Areas.span(address))
                .toList();
        return new S7ReadPlan(all, limits, SpanPlan.of(spans, new ReadRules(limits)));
    }

    /** The same plan, but with the points of some blocks in items of their own: an error of one is not that of others. */
    S7ReadPlan apart(BitSet refusedBlocks) {
        return new S7ReadPlan(addresses, limits, spans.apart(refusedBlocks));
    }

    private S7ReadPlan(@Nullable S7Address[] addresses, PduLimits limits, SpanPlan spans) {
        this.addresses = addresses;
        this.limits = limits;
        this.spans = spans;
        requests = pack(spans.pieces().stream()
                .map(piece -> new Item(piece, Areas.bytes(piece.span())))
                .toList());
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
        return packed.stream().map(S7ReadPlan::request).toArray(Request[]::new);
    }

    private boolean fits(List<Item> items, Item one) {
        return items.size() < limits.mostReadItems() && answerBytes(items) + answerBytes(one) <= limits.answerBytes();
    }

    private static int answerBytes(List<Item> items) {
        return ReadVar.ANSWER_BYTES
                + items.stream().mapToInt(S7ReadPlan::answerBytes).sum();
    }

    private static int answerBytes(Item item) {
        return DataItem.HEADER_BYTES + DataItem.padded(item.bytes());
    }

    private static Request request(List<Item> items) {
        ByteBuffer pdu = ByteBuffer.allocate(ReadVar.REQUEST_BYTES + items.size() * VarItem.BYTES);
        ReadVar.writeRequest(pdu, 0, 0, items.size());
        for (int i = 0; i < items.size(); i++) {
            Areas.write(items.get(i).piece().span(), pdu, ReadVar.item(0, i));
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

    /** Which blocks are read, and where in the image each point's bytes are. */
    SpanPlan spans() {
        return spans;
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
        return new PlanSummary(read, wanted, spans.blocks(), items, requests.length, sent, received, limits);
    }
}
