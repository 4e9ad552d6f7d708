package io.taktstrom.opcua.value;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.StatusCode;
import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.spi.MalformedFrameException;

/** Finds the layout of a type by walking a value of it: what the type leaves open, the value shows. */
final class LayoutBuilder {

    /** Structures in structures; a definition that goes deeper, or round in circles, is refused. */
    private static final int MAX_NESTING = 16;

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
    private final Claim claim;

    LayoutBuilder(int textLength, Claim claim) {
        this.textLength = textLength;
        this.claim = claim;
    }

    /** The layout of one value, which the reader moves behind. */
    Layout one(WireType type, WireReader sample, boolean wrapped) throws MalformedFrameException, UnsupportedException {
        return one(type, sample, wrapped, 0);
    }

    private Layout one(WireType type, WireReader sample, boolean wrapped, int depth)
            throws MalformedFrameException, UnsupportedException {
        if (depth > MAX_NESTING) {
            throw new UnsupportedException("structures are nested more than " + MAX_NESTING + " deep");
        }
        claim.take(PART_BYTES, "its layout");
        if (type instanceof WireType.Simple simple) {
            if (simple.id() == Builtin.BYTE_STRING) {
                int length = Math.max(0, sample.length());
                sample.skip(length);
                return length == 0 ? new EmptyLayout(Builtin.BYTE_STRING, 1) : new BytesLayout(length);
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
        throw new UnsupportedException("values of the built-in type " + Builtin.name(builtin) + " are not supported");
    }

    private StructLayout structure(WireType.Structure type, WireReader sample, boolean wrapped, int depth)
            throws MalformedFrameException, UnsupportedException {
        if (wrapped) {
            sample.skipNodeId();
            if (sample.u8() != 1) {
                throw new UnsupportedException("the value of " + type.name() + " is empty or in XML");
            }
            sample.length();
        }
        List<StructLayout.Field> fields = new ArrayList<>();
        int prefixValue = 0;
        StructLayout.Prefix prefix = StructLayout.Prefix.NONE;
        switch (type.kind()) {
            case PLAIN -> {
                for (WireType.Structure.Field field : type.fields()) {
                    add(fields, field, sample, depth);
                }
            }
            case OPTIONAL_FIELDS -> {
                prefix = StructLayout.Prefix.MASK;
                prefixValue = sample.i32();
                int bit = 0;
                for (WireType.Structure.Field field : type.fields()) {
                    if (!field.optional() || (prefixValue >>> bit++ & 1) != 0) {
                        add(fields, field, sample, depth);
                    }
                }
            }
            case UNION -> {
                prefix = StructLayout.Prefix.SWITCH;
                prefixValue = sample.i32();
                if (prefixValue < 1 || prefixValue > type.fields().size()) {
                    throw new UnsupportedException("the union " + type.name() + " holds nothing");
                }
                add(fields, type.fields().get(prefixValue - 1), sample, depth);
            }
        }
        long bytes = 0;
        for (StructLayout.Field field : fields) {
            bytes += field.layout().type().imageBytes();
        }
        if (bytes == 0) {
            throw new UnsupportedException("the structure " + type.name() + " has no field with a size");
        }
        requireCountable(bytes, "a value of " + type.name());
        return new StructLayout(type.name(), type.encodingId(), prefix, prefixValue, fields, wrapped);
    }

    private void add(List<StructLayout.Field> fields, WireType.Structure.Field field, WireReader sample, int depth)
            throws MalformedFrameException, UnsupportedException {
        Layout layout;
        try {
            layout = field.valueRank() < 1 ? one(field.type(), sample, false, depth + 1) : array(field, sample, depth);
        } catch (UnsupportedException e) {
            throw new UnsupportedException("field " + field.name() + ": " + e.getMessage(), e.status());
        }
        fields.add(new StructLayout.Field(field.name(), layout));
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
            long before = claim.held();
            one(type, sample, false, depth + 1);
            claim.giveBackTo(before);
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
