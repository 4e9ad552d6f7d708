package io.taktstrom.opcua.value;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StructType;
import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.opcua.protocol.WireWriter;
import io.taktstrom.spi.MalformedFrameException;

/**
 * A structure, its fields side by side without padding. The image has all optional fields and all members of a union; those
 * that a value does not have are zero, and the first field of the image states which it has. How long arrays are is what it
 * was when the point was resolved; a value of another shape does not fit.
 *
 * <pre>
 *   [ExtensionObject: encoding id | 1 | length] [optional fields or switch 4] field, field, ...
 * </pre>
 */
final class StructLayout implements Layout {

    /** A field. */
    record Field(String name, Layout layout) {}

    private final byte[] encodingId;
    private final FieldPresence presence;
    private final List<Layout> layouts;
    private final int[] offsets;
    private final StructType type;
    private final boolean wrapped;

    /**
     * @param encodingId NodeId of its binary encoding, as text
     * @param wrapped whether an ExtensionObject stands around it, as around the value of a variable
     */
    StructLayout(String name, String encodingId, FieldPresence presence, List<Field> fields, boolean wrapped) {
        WireWriter id = new WireWriter();
        TextForm.write(Builtin.NODE_ID, encodingId, id);
        this.encodingId = canonical(id.toByteArray());
        this.presence = presence;
        this.layouts = fields.stream().map(Field::layout).toList();
        this.offsets = new int[fields.size()];
        this.wrapped = wrapped;
        List<StructType.Field> typeFields = new ArrayList<>();
        int offset = presence.imageBytes();
        if (!presence.isFixed()) {
            typeFields.add(new StructType.Field(presence.fieldName(), ScalarType.UDINT, 0));
        }
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = offset;
            if (layouts.get(i).type().imageBytes() > 0) {
                typeFields.add(new StructType.Field(
                        fields.get(i).name(), layouts.get(i).type(), offset));
            }
            offset = Math.addExact(offset, layouts.get(i).type().imageBytes());
        }
        this.type = new StructType(name, typeFields, offset);
    }

    /** Whether the size of each field is known. */
    boolean isComplete() {
        return layouts.stream()
                .noneMatch(layout -> layout instanceof UnknownLayout
                        || (layout instanceof StructLayout inner && !inner.isComplete()));
    }

    @Override
    public StructType type() {
        return type;
    }

    @Override
    public int builtin() {
        return Builtin.EXTENSION_OBJECT;
    }

    @Override
    public int read(WireReader in, ByteBuffer image, int offset) throws MalformedFrameException {
        int end = in.end();
        if (wrapped) {
            int idAt = in.position();
            in.skipNodeId();
            boolean ours = isOurs(in.buffer(), idAt, in.position());
            if (in.u8() != 1 || !ours) {
                return StatusCode.BAD_TYPE_MISMATCH;
            }
            end = Math.max(0, in.length()) + in.position();
        }
        int status = body(in, image, offset);
        boolean endsElsewhere = wrapped && !StatusCode.isBad(status) && in.position() != end;
        return endsElsewhere ? StatusCode.BAD_DECODING_ERROR : status;
    }

    private boolean isOurs(ByteBuffer wire, int from, int to) {
        byte[] id = new byte[to - from];
        wire.get(from, id);
        return Arrays.equals(canonical(id), encodingId);
    }

    /** Numeric node ids have three forms on the wire (OPC 10000-6, 5.2.2.9); to be compared, they take the longest. */
    private static byte[] canonical(byte[] id) {
        if (id.length == 2 && id[0] == 0) {
            return new byte[] {2, 0, 0, id[1], 0, 0, 0};
        }
        return id.length == 4 && id[0] == 1 ? new byte[] {2, id[1], 0, id[2], id[3], 0, 0} : id;
    }

    private int body(WireReader in, ByteBuffer image, int offset) throws MalformedFrameException {
        int stated = 0;
        if (!presence.isFixed()) {
            stated = in.i32();
            if (!presence.isValid(stated)) {
                return StatusCode.BAD_DECODING_ERROR;
            }
            image.putInt(offset, stated);
        }
        int status = StatusCode.GOOD;
        for (int i = 0; i < offsets.length && !StatusCode.isBad(status); i++) {
            if (presence.has(i, stated)) {
                status = Layout.worse(status, layouts.get(i).read(in, image, offset + offsets[i]));
            } else {
                clear(image, offset + offsets[i], layouts.get(i).type().imageBytes());
            }
        }
        return status;
    }

    private static void clear(ByteBuffer image, int from, int bytes) {
        for (int i = from; i < from + bytes; i++) {
            image.put(i, (byte) 0);
        }
    }

    @Override
    public void write(ByteBuffer image, int offset, WireWriter out) {
        int lengthAt = 0;
        if (wrapped) {
            out.bytes(encodingId).u8(1).i32(0);
            lengthAt = out.size() - 4;
        }
        int stated = presence.isFixed() ? 0 : image.getInt(offset);
        if (!presence.isFixed()) {
            if (!presence.isValid(stated)) {
                throw new IllegalArgumentException(presence.fieldName() + " " + Integer.toUnsignedLong(stated)
                        + " names a field that " + type.name() + " does not have");
            }
            out.i32(stated);
        }
        for (int i = 0; i < offsets.length; i++) {
            if (presence.has(i, stated)) {
                layouts.get(i).write(image, offset + offsets[i], out);
            }
        }
        if (wrapped) {
            out.setI32(lengthAt, out.size() - lengthAt - 4);
        }
    }
}
