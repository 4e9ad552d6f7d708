package io.taktstrom.kit.value;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * Points while they are being resolved: each gets a type and Good, or a status that says why it cannot be used.
 *
 * <p>One rule settles types. Four may state one, and the first of them decides:
 *
 * <pre>
 *   1  the device                 MAIN.speed is an LREAL
 *   2  the address                DB1.DBD4:REAL
 *   3  the declaration            type: REAL, at the point
 *   4  the connector's default    DWORD, or none: then a point without a type is Bad_ConfigurationError
 * </pre>
 *
 * <p>What another of the first three states must {@linkplain TypeRule#fits fit}; if it does not, the point is
 * {@code Bad_TypeMismatch}, and the observer hears both types. Memory for the values is taken here: a point that is beyond
 * the grant is {@code Bad_EncodingLimitsExceeded}, and no other suffers. One thread.
 */
public final class SettledPoints {

    /** An image is in the answer, in a receiving buffer, in a batch, and in a copy of one. */
    private static final long COPIES = 4;

    private static final long MAX_ARENA_BYTES = 1 << 30;

    private final List<DataPoint> points;
    private final String where;
    private final MemoryBudget memory;
    private final Consumer<String> notices;
    private final DataType[] types;
    private final int[] statuses;
    private final BitSet unavailable = new BitSet();
    private long arena;

    /**
     * All points are Good at first, and have the type that they declare, or DWORD.
     *
     * @param where the device, for messages
     * @param memory what the values take; belongs to the group that takes the points over
     * @param notices hears what is wrong, point by point
     */
    public SettledPoints(List<DataPoint> points, String where, MemoryBudget memory, Consumer<String> notices) {
        this.points = List.copyOf(points);
        this.where = where;
        this.memory = memory;
        this.notices = notices;
        types = new DataType[points.size()];
        Arrays.setAll(types, i -> orDword(points.get(i).type()));
        statuses = new int[types.length];
    }

    private static DataType orDword(@Nullable DataType type) {
        return type == null ? ScalarType.DWORD : type;
    }

    /**
     * Settles the type of a point by the rule above. A point that was refused stays so.
     *
     * @param device what the device says; null when it does not know
     * @param address what the address states; null when it states none
     * @param byDefault what holds when none is stated; null for none
     * @return whether the point can be used
     */
    public boolean settle(
            int point, @Nullable DataType device, @Nullable DataType address, @Nullable DataType byDefault) {
        DataType declared = points.get(point).type();
        DataType stated = address != null ? address : declared;
        DataType actual = device != null ? device : stated != null ? stated : byDefault;
        if (statuses[point] != StatusCode.GOOD) {
            return false;
        }
        if (actual == null) {
            refuse(
                    point,
                    StatusCode.BAD_CONFIGURATION_ERROR,
                    "needs a type; state it at the point, type: INT for example");
        } else if (address != null && !TypeRule.fits(address, actual)) {
            mismatch(point, actual, "its address states " + address.text());
        } else if (declared != null && !TypeRule.fits(declared, actual)) {
            mismatch(point, actual, "the point declares " + declared.text());
        } else {
            assignType(point, actual);
        }
        return isGood(point);
    }

    private void mismatch(int point, DataType actual, String other) {
        refuse(
                point,
                StatusCode.BAD_TYPE_MISMATCH,
                "is " + actual.text() + ", but " + other + "; correct that, or leave it out");
    }

    /** Gives a point its type, whatever others state, and takes the memory for its values. */
    public void assignType(int point, DataType type) {
        long bytes = type.isInline() ? 0 : COPIES * type.arenaBytes();
        if (arena + type.arenaBytes() > MAX_ARENA_BYTES || !memory.tryTake(bytes)) {
            types[point] = ScalarType.DWORD;
            refuse(
                    point,
                    StatusCode.BAD_ENCODING_LIMITS_EXCEEDED,
                    "is " + type.text() + ", more than there is memory for; a larger maxMemory grants more");
        } else {
            types[point] = type;
            arena += type.arenaBytes();
        }
    }

    /**
     * A point cannot be used; the first reason stays.
     *
     * @param problem what follows the address in a message, with the remedy; empty for none to tell
     */
    public void refuse(int point, int status, String problem) {
        if (statuses[point] == StatusCode.GOOD) {
            statuses[point] = status;
            if (!problem.isEmpty()) {
                notices.accept(points.get(point).address() + " at " + where + " " + problem);
            }
        }
    }

    /**
     * The device has no value for a point now, and may have one later: it is Bad, but each read and each write asks the
     * device again.
     *
     * @param problem what follows the address in a message, with the remedy; empty for none to tell
     */
    public void unavailable(int point, int status, String problem) {
        if (statuses[point] == StatusCode.GOOD) {
            refuse(point, status, problem);
            unavailable.set(point);
        }
    }

    /** The points that are {@link #unavailable}; a copy. */
    public BitSet unavailable() {
        return (BitSet) unavailable.clone();
    }

    /** Sets type and status as the connector found them, and takes no memory: for those that have a rule of their own. */
    public void set(int point, DataType type, int status) {
        types[point] = type;
        statuses[point] = status;
    }

    public boolean isGood(int point) {
        return StatusCode.isGood(statuses[point]);
    }

    public int size() {
        return types.length;
    }

    public List<DataPoint> points() {
        return points;
    }

    /** The point's address. */
    public String addressAt(int point) {
        return points.get(point).address();
    }

    public DataType typeAt(int point) {
        return types[point];
    }

    public int statusAt(int point) {
        return statuses[point];
    }

    /** A copy. */
    public DataType[] types() {
        return types.clone();
    }

    /** A copy. */
    public int[] statuses() {
        return statuses.clone();
    }

    /** Most arena bytes that one sample of each point takes. */
    public int arenaBytes() {
        long bytes = 0;
        for (DataType type : types) {
            bytes += type.arenaBytes();
        }
        return Math.toIntExact(bytes);
    }

    /** What the values take. */
    public MemoryBudget memory() {
        return memory;
    }
}
