package io.taktstrom.opcua.protocol;

import io.taktstrom.spi.MalformedFrameException;

/**
 * One DataValue (OPC 10000-6, 5.2.2.17), walked without making objects. Hot; reused for ever. Not thread-safe.
 *
 * <pre>
 *  mask | variant .................................... | status | source time | picoseconds | server time | picoseconds
 *   1     1 mask, [count 4], values, [dimensions 4+4n]   4        8             2             8             2
 *  what the masks do not name is not there; the variant's mask is the built-in type, 0x80 array, 0x40 dimensions
 * </pre>
 */
public final class DataValueFrame {

    /** Bit of the mask: there is a value. */
    public static final int VALUE = 0x01;

    static final int STATUS = 0x02;
    static final int SOURCE_TIME = 0x04;
    static final int SERVER_TIME = 0x08;
    static final int SOURCE_PICOS = 0x10;
    static final int SERVER_PICOS = 0x20;

    private static final int ARRAY = 0x80;
    private static final int DIMENSIONS = 0x40;

    private static final int[] TRAILING = new int[64];

    static {
        for (int mask = 0; mask < TRAILING.length; mask++) {
            TRAILING[mask] = ((mask & STATUS) != 0 ? 4 : 0)
                    + ((mask & SOURCE_TIME) != 0 ? 8 : 0)
                    + ((mask & SERVER_TIME) != 0 ? 8 : 0)
                    + ((mask & SOURCE_PICOS) != 0 ? 2 : 0)
                    + ((mask & SERVER_PICOS) != 0 ? 2 : 0);
        }
    }

    private int builtin;
    private boolean array;
    private int count;
    private int valueAt;
    private int valueEnd;
    private int dimensionsAt;
    private int dimensionCount;
    private int status;
    private long sourceTicks;

    /** Bytes behind the value, as the mask says. */
    public static int trailingBytes(int mask) {
        return TRAILING[mask & 0x3F];
    }

    /** @param behind the mask's byte */
    static void requireKnown(int mask, int behind) throws MalformedFrameException {
        if ((mask & 0xC0) != 0) {
            throw new MalformedFrameException("a DataValue's mask has unknown bits: " + mask, behind - 1);
        }
    }

    /** @param mask of a variant of no type */
    static void requireNothing(int mask, int behind) throws MalformedFrameException {
        if (mask != 0) {
            throw new MalformedFrameException("an array of nothing", behind - 1);
        }
    }

    /** Reads the DataValue at the reader's position, which moves behind it. */
    public void read(WireReader in) throws MalformedFrameException {
        int mask = in.u8();
        requireKnown(mask, in.position());
        if ((mask & VALUE) != 0) {
            readVariant(in);
        } else {
            builtin = 0;
            array = false;
            count = 0;
            dimensionCount = 0;
        }
        int behind = in.advance(trailingBytes(mask));
        boolean hasStatus = (mask & STATUS) != 0;
        status = hasStatus ? in.buffer().getInt(behind) : 0;
        sourceTicks = (mask & SOURCE_TIME) != 0 ? in.buffer().getLong(hasStatus ? behind + Integer.BYTES : behind) : 0;
    }

    private void readVariant(WireReader in) throws MalformedFrameException {
        int mask = in.u8();
        dimensionCount = 0;
        int one = Builtin.fixedBytes(mask);
        if (one > 0 || mask == Builtin.STRING) {
            // One value: a mask of its type and nothing else.
            builtin = mask;
            array = false;
            count = 1;
            valueAt = in.position();
            if (one > 0) {
                in.advance(one);
            } else {
                in.skipString();
            }
            valueEnd = in.position();
            return;
        }
        builtin = mask & 0x3F;
        array = (mask & ARRAY) != 0;
        if (builtin == 0) {
            requireNothing(mask, in.position());
            count = 0;
            return;
        }
        count = array ? Math.max(0, in.count(Math.max(1, Builtin.fixedBytes(builtin)))) : 1;
        valueAt = in.position();
        in.skipValues(builtin, count);
        valueEnd = in.position();
        if ((mask & DIMENSIONS) != 0) {
            dimensionCount = Math.max(0, in.count(4));
            dimensionsAt = in.position();
            in.skip(4 * dimensionCount);
        }
    }

    /** Whether there is a value that is not null. */
    public boolean hasValue() {
        return builtin != 0;
    }

    /** The value's {@link Builtin}; 0 for none. */
    public int builtin() {
        return builtin;
    }

    public boolean isArray() {
        return array;
    }

    /** Number of values: 1 for one that is not an array. */
    public int count() {
        return count;
    }

    /** Where the first value begins in the reader's buffer. */
    public int valueAt() {
        return valueAt;
    }

    /** Behind the last value. */
    public int valueEnd() {
        return valueEnd;
    }

    /** Number of dimensions that are stated; 0 for an array of one dimension and for what is none. */
    public int dimensionCount() {
        return dimensionCount;
    }

    /** Length of a dimension, from the outermost on. */
    public int dimension(WireReader in, int i) {
        return in.buffer().getInt(dimensionsAt + 4 * i);
    }

    public int status() {
        return status;
    }

    /** The source time in units of 100 ns since 1601; 0 for none. */
    public long sourceTicks() {
        return sourceTicks;
    }
}
