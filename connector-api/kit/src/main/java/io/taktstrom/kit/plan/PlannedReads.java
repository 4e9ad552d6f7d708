package io.taktstrom.kit.plan;

import java.nio.ByteBuffer;
import java.util.BitSet;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.session.ObjectPool;
import io.taktstrom.kit.value.SettledPoints;
import io.taktstrom.kit.value.WireOrder;
import io.taktstrom.spi.ConnectorException;

/**
 * Reads the points of a group as a {@link SpanPlan} says, one piece after the other, and finds a better plan when a refusal
 * hides the values of others. For devices that read one span in one request.
 *
 * <pre>
 *   makeGroup   reads = new PlannedReads(plan, Values.in(order)); reads.markUnavailable(settled, source)
 *   readGroup   reads.read(into, source)        source: asks for a piece, puts its bytes into the image
 * </pre>
 *
 * <p>Thread-safe: reads may overlap. A read allocates nothing once warm, unless it needs a better plan. Hot.
 */
public final class PlannedReads {

    /** A device that finds fault with other points each time does not keep the caller. */
    private static final int MAX_TRIES = 16;

    /** The device. */
    @FunctionalInterface
    public interface Source {
        /**
         * Asks for a piece, and puts its bytes into the image from {@link SpanPlan.Piece#imageAt} on.
         *
         * @return Good, or why the device refused the piece
         * @throws ConnectorException when the request as a whole failed
         */
        int read(SpanPlan.Piece piece, ByteBuffer image) throws ConnectorException;
    }

    /** Makes samples of bytes. */
    @FunctionalInterface
    public interface Values {
        /** Adds a sample of a point, whose bytes are in the image from {@code at} on; must allocate nothing. */
        void add(SampleBatch into, int point, ByteBuffer image, int at);

        /** For devices whose bytes are memory images in this order, and that give no times. */
        static Values in(WireOrder order) {
            return (into, point, image, at) -> order.add(
                    into,
                    point,
                    SampleBatch.NO_TIME,
                    StatusCode.GOOD,
                    into.group().typeAt(point),
                    image,
                    at);
        }

        /** The same for devices whose texts have no terminator. */
        static Values unterminatedIn(WireOrder order) {
            return (into, point, image, at) -> order.addUnterminated(
                    into,
                    point,
                    SampleBatch.NO_TIME,
                    StatusCode.GOOD,
                    into.group().typeAt(point),
                    image,
                    at);
        }
    }

    private static final class Work {
        private final ByteBuffer image;
        private final int[] statuses;

        Work(SpanPlan plan) {
            image = ByteBuffer.allocate(plan.imageBytes());
            statuses = new int[plan.blocks()];
        }
    }

    private record Current(SpanPlan plan, ObjectPool<Work> works) {
        static Current of(SpanPlan plan) {
            return new Current(plan, new ObjectPool<>(() -> new Work(plan)));
        }
    }

    private final Values values;
    private volatile Current current;

    /** @param plan the first one */
    public PlannedReads(SpanPlan plan, Values values) {
        this.values = values;
        this.current = Current.of(plan);
    }

    /** The plan as it is now. */
    public SpanPlan plan() {
        return current.plan();
    }

    /**
     * Reads all points once, which is the only way to learn whether they are there; those that are not are
     * {@linkplain SettledPoints#unavailable unavailable}, and are asked for again with each read.
     */
    public void markUnavailable(SettledPoints points, Source source) throws ConnectorException {
        SpanPlan plan;
        int[] statuses;
        boolean hides;
        int tries = 0;
        do {
            plan = current.plan();
            Work work = new Work(plan);
            hides = ask(work, plan, source) && ++tries < MAX_TRIES;
            statuses = work.statuses;
        } while (hides);
        for (int point = 0; point < points.size(); point++) {
            int block = plan.blockOf(point);
            if (block != SpanPlan.NONE && !StatusCode.isGood(statuses[block])) {
                points.unavailable(
                        point, statuses[block], "is refused by the device: " + StatusCode.name(statuses[block]));
            }
        }
    }

    /**
     * Adds a sample of each point: its value, why the device refuses it, or the group's status of a point that is not read.
     *
     * @param into empty, of a group with the points of the plan
     */
    public void read(SampleBatch into, Source source) throws ConnectorException {
        for (int tries = 1; !read(into, source, current, tries == MAX_TRIES); tries++) {
            // Again, with a better plan.
        }
    }

    private boolean read(SampleBatch into, Source source, Current now, boolean last) throws ConnectorException {
        Work work = now.works().take();
        // Not given back when it fails: a late answer may still be on its way into the image.
        boolean again = ask(work, now.plan(), source) && !last;
        if (!again) {
            add(into, work, now.plan());
        }
        now.works().giveBack(work);
        return !again;
    }

    /** Asks for all pieces; whether a refusal hides the values of others, so that the plan is a better one by now. */
    private boolean ask(Work work, SpanPlan plan, Source source) throws ConnectorException {
        boolean hides = false;
        for (int block = 0; block < work.statuses.length; block++) {
            work.statuses[block] = StatusCode.GOOD;
        }
        for (int i = 0; i < plan.pieces().size(); i++) {
            SpanPlan.Piece piece = plan.pieces().get(i);
            if (StatusCode.isGood(work.statuses[piece.block()])) {
                int status = source.read(piece, work.image);
                work.statuses[piece.block()] = status;
                hides |= !StatusCode.isGood(status) && plan.isShared(piece.block());
            }
        }
        if (hides) {
            current = Current.of(plan.halved(refused(work)));
        }
        return hides;
    }

    private static BitSet refused(Work work) {
        BitSet refused = new BitSet();
        for (int block = 0; block < work.statuses.length; block++) {
            refused.set(block, !StatusCode.isGood(work.statuses[block]));
        }
        return refused;
    }

    private void add(SampleBatch into, Work work, SpanPlan plan) {
        for (int point = 0; point < into.group().size(); point++) {
            int block = plan.blockOf(point);
            int status = block == SpanPlan.NONE ? into.group().statusAt(point) : work.statuses[block];
            if (StatusCode.isGood(status)) {
                values.add(into, point, work.image, plan.imageAt(point));
            } else {
                into.addBad(point, SampleBatch.NO_TIME, status);
            }
        }
    }
}
