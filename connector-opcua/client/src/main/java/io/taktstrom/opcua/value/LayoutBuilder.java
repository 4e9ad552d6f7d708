package io.taktstrom.opcua.value;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/** Finds the layout of a type by walking a value of it: what the type leaves open, the value shows. */
final class LayoutBuilder {

    /** Structures in structures; a definition that goes deeper, or round in circles, is refused. */
    private static final int MAX_NESTING = 16;

    static final String OPEN_LENGTHS = "its lengths are open, and it has no value to tell them";

    /** The type cannot be expressed; the message says why. */
    static final class UnsupportedException extends Exception {
        private final int status;

        UnsupportedException(String message) {
            this(message, StatusCode.BAD_NOT_SUPPORTED);
        }

        UnsupportedException(String message, int status) {
            super(message);
            this.status = status;
        }

        int status() {
            return status;
        }
    }

    /** What a part of a layout takes, with its type: a generous guess. */
    private static final int PART_BYTES = 200;

    private final int textLength;
    private final MemoryBudget grant;
    private long held;

    /**
     * @param textLength most bytes of a string
     * @param grant the connection's memory, of which layout and value take their part
     */
    LayoutBuilder(int textLength, MemoryBudget grant) {
        this.textLength = textLength;
        this.grant = grant;
    }

    /** @param what takes the memory, for the message */
    void take(long bytes, String what) throws UnsupportedException {
        if (!grant.tryTake(bytes)) {
            throw new UnsupportedException(grant.refusal(bytes, what), StatusCode.BAD_ENCODING_LIMITS_EXCEEDED);
        }
        held += bytes;
    }

    /** Bytes that have been taken of the connection's memory. */
    long held() {
        return held;
    }

    /** Gives back what has been taken since it was so much. */
    void giveBackTo(long before) {
        grant.giveBack(held - before);
        held = before;
    }

    /**
     * The layout of one value, which the reader moves behind.
     *
     * @param wrapped whether a structure has an ExtensionObject around it
     * @param depth how many structures it is in
     */
    Layout one(WireType type, WireReader sample, boolean wrapped, int depth)
            throws MalformedFrameException, UnsupportedException {
        if (depth > MAX_NESTING) {
            throw new UnsupportedException("structures are nested more than " + MAX_NESTING + " deep");
        }
        take(PART_BYTES, "its layout");
        if (type instanceof WireType.Simple simple) {
            if (simple.id() == Builtin.BYTE_STRING) {
                int length = Math.max(0, sample.length());
                sample.skip(length);
                return length == 0
                        ? new EmptyLayout(Builtin.BYTE_STRING, 1)
                        : new ArrayLayout(ScalarLayout.ofByteString(), List.of(length));
            }
            sample.skipValues(simple.id(), 1);
            return simple(simple.id());
        }
        if (type instanceof WireType.Enumeration enumeration) {
            sample.skip(4);
            return ScalarLayout.of(enumeration.type());
        }
        if (type instanceof WireType.Structure structure) {
            return structure(structure, sample, wrapped, depth);
        }
        if (type instanceof WireType.Unknown unknown) {
            throw new UnsupportedException(unknown.why(), unknown.status());
        }
        throw new UnsupportedException("a field may hold a value of any type");
    }

    /** The layout of a type whose values need no look. */
    Layout simple(int builtin) throws UnsupportedException {
        Layout scalar = ScalarLayout.of(builtin);
        if (scalar != null) {
            return scalar;
        }
        if (TextLayout.isText(builtin)) {
            return new TextLayout(builtin, textLength);
        }
        throw new UnsupportedException(
                "values of the built-in type " + MiloEncoding.typeName(builtin) + " are not supported");
    }

    /**
     * The layout of a structure.
     *
     * @param sample null where no value is known: then lengths that only a value tells are left open, but not in a structure
     *     with an ExtensionObject around it
     */
    StructLayout structure(WireType.Structure type, @Nullable WireReader sample, boolean wrapped, int depth)
            throws MalformedFrameException, UnsupportedException {
        WireReader value = sample;
        if (wrapped && sample != null) {
            sample.skipNodeId();
            int encoding = sample.u8();
            if (encoding > 1) {
                throw new UnsupportedException("the value of " + type.name() + " is in XML");
            }
            value = encoding == 0 ? null : sample;
            if (value != null) {
                value.length();
            }
        }
        FieldPresence presence = new FieldPresence(type);
        int stated = value == null || presence.isFixed() ? 0 : value.i32();
        List<StructLayout.Field> fields = new ArrayList<>();
        long bytes = presence.imageBytes();
        for (int i = 0; i < type.fields().size(); i++) {
            boolean has = value != null && presence.has(i, stated);
            StructLayout.Field field = field(type.fields().get(i), has ? value : null, depth);
            fields.add(field);
            bytes += field.layout().type().imageBytes();
        }
        if (bytes == 0) {
            throw new UnsupportedException("the structure " + type.name() + " has no field with a size");
        }
        requireCountable(bytes, "a value of " + type.name());
        StructLayout layout = new StructLayout(type.name(), type.encodingId(), presence, fields, wrapped);
        if (wrapped && value == null && !layout.isComplete()) {
            throw new UnsupportedException(OPEN_LENGTHS);
        }
        return layout;
    }

    /** @param sample null for a field that the value does not have */
    private StructLayout.Field field(WireType.Structure.Field field, @Nullable WireReader sample, int depth)
            throws MalformedFrameException, UnsupportedException {
        try {
            Layout layout = sample == null
                    ? absent(field, depth)
                    : field.valueRank() < 1 ? one(field.type(), sample, false, depth + 1) : array(field, sample, depth);
            return new StructLayout.Field(field.name(), layout);
        } catch (UnsupportedException e) {
            throw new UnsupportedException("field " + field.name() + ": " + e.getMessage(), e.status());
        }
    }

    /** The layout of a field that the value does not have; that of its type where this tells its size. */
    private Layout absent(WireType.Structure.Field field, int depth)
            throws MalformedFrameException, UnsupportedException {
        WireType type = field.type();
        take(PART_BYTES, "its layout");
        if (field.valueRank() < 1) {
            if (type instanceof WireType.Simple simple && hasKnownSize(simple.id())) {
                return simple(simple.id());
            }
            if (type instanceof WireType.Enumeration enumeration) {
                return ScalarLayout.of(enumeration.type());
            }
            if (type instanceof WireType.Structure structure && depth < MAX_NESTING) {
                StructLayout layout = structure(structure, null, false, depth + 1);
                return layout.isComplete() ? layout : new UnknownLayout();
            }
        }
        return new UnknownLayout();
    }

    private static boolean hasKnownSize(int builtin) {
        return ScalarLayout.of(builtin) != null || TextLayout.isText(builtin);
    }

    private Layout array(WireType.Structure.Field field, WireReader sample, int depth)
            throws MalformedFrameException, UnsupportedException {
        int dimensions = field.valueRank() > 1 ? sample.count(4) : 1;
        List<Integer> lengths = new ArrayList<>();
        int count = 1;
        for (int i = 0; i < dimensions; i++) {
            int length = Math.max(0, sample.count(dimensions > 1 ? 0 : 1));
            lengths.add(length);
            count = multiply(count, length, sample);
        }
        if (count == 0) {
            return new EmptyLayout(Builtin.VARIANT, lengths.size());
        }
        Layout element = one(field.type(), sample, false, depth + 1);
        if (element.type().imageBytes() == 0) {
            throw new UnsupportedException("the elements of the array are empty, and do not tell their length");
        }
        requireCountable((long) element.type().imageBytes() * count, "the array");
        skip(field.type(), count - 1, sample, depth);
        return new ArrayLayout(element, lengths);
    }

    /** Further elements look like the first one, or do not fit: their layouts are let go at once. */
    private void skip(WireType type, int count, WireReader sample, int depth)
            throws MalformedFrameException, UnsupportedException {
        if (type instanceof WireType.Simple simple) {
            sample.skipValues(simple.id(), count);
            return;
        }
        for (int i = 0; i < count; i++) {
            long before = held;
            one(type, sample, false, depth + 1);
            giveBackTo(before);
        }
    }

    /** Refuses what no buffer can hold. */
    static void requireCountable(long bytes, String what) throws UnsupportedException {
        if (bytes > Integer.MAX_VALUE) {
            throw new UnsupportedException(
                    what + " takes " + bytes + " bytes, which is more than a value may have",
                    StatusCode.BAD_ENCODING_LIMITS_EXCEEDED);
        }
    }

    private static int multiply(int count, int length, WireReader sample) throws MalformedFrameException {
        long product = (long) count * length;
        if (product > sample.remaining()) {
            throw new MalformedFrameException(
                    product + " elements with " + sample.remaining() + " bytes left", sample.position());
        }
        return (int) product;
    }
}
