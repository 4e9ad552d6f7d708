package io.taktstrom.stream.log;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.PointGroup;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;

/**
 * A group's description as bytes: all that a sink may want to know of its points, so that a log can be read without the
 * deployment that wrote it.
 *
 * <pre>
 *  points, then for each: name, address, type or none, writable, unit, labels, connection, type as the device has it, status
 *  (version 1 has no connection)
 *  text: length, UTF-8      a list: its length, then its items      a type: its letter, then what it consists of
 * </pre>
 */
final class GroupCodec {

    private static final char NONE = '-';
    private static final char SCALAR = 's';
    private static final char STRING = 't';
    private static final char ENUM = 'e';
    private static final char ARRAY = 'a';
    private static final char STRUCT = 'r';

    /** Deeper than any device nests its types, and shallower than a stack. */
    private static final int MAX_DEPTH = 200;

    private GroupCodec() {}

    static byte[] encode(PointGroup group) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(group.size());
            for (int point = 0; point < group.size(); point++) {
                write(out, group.points().get(point));
                write(out, group.typeAt(point));
                out.writeInt(group.statusAt(point));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, DataPoint point) throws IOException {
        write(out, point.name());
        write(out, point.address());
        DataType declared = point.type();
        if (declared == null) {
            out.writeByte(NONE);
        } else {
            write(out, declared);
        }
        out.writeBoolean(point.writable());
        write(out, point.unit());
        out.writeInt(point.labels().size());
        for (Map.Entry<String, String> label : point.labels().entrySet()) {
            write(out, label.getKey());
            write(out, label.getValue());
        }
        write(out, point.connection());
    }

    private static void write(DataOutputStream out, String text) throws IOException {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(utf8.length);
        out.write(utf8);
    }

    private static void write(DataOutputStream out, DataType type) throws IOException {
        if (type instanceof ScalarType scalar) {
            out.writeByte(SCALAR);
            write(out, scalar.name());
        } else if (type instanceof StringType string) {
            out.writeByte(STRING);
            write(out, string.encoding().name());
            out.writeInt(string.length());
        } else if (type instanceof EnumType enumeration) {
            out.writeByte(ENUM);
            write(out, enumeration.name());
            write(out, enumeration.base().name());
            out.writeInt(enumeration.members().size());
            for (EnumType.Member member : enumeration.members()) {
                write(out, member.name());
                out.writeLong(member.value());
            }
        } else if (type instanceof ArrayType array) {
            out.writeByte(ARRAY);
            write(out, array.element());
            out.writeInt(array.bounds().size());
            for (ArrayType.Bound bound : array.bounds()) {
                out.writeInt(bound.lower());
                out.writeInt(bound.upper());
            }
        } else if (type instanceof StructType struct) {
            out.writeByte(STRUCT);
            write(out, struct.name());
            out.writeInt(struct.imageBytes());
            out.writeInt(struct.fields().size());
            for (StructType.Field field : struct.fields()) {
                write(out, field.name());
                write(out, field.type());
                out.writeInt(field.offset());
                out.writeInt(field.bit());
            }
        }
    }

    /**
     * Reads a description.
     *
     * @param hasConnections false for a description of version 1, whose points have no connection
     * @throws IOException when it is none, although its CRC is right
     */
    static PointGroup decode(byte[] description, boolean hasConnections, GroupMaker maker) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(description));
        try {
            List<DataPoint> points = new ArrayList<>();
            List<DataType> types = new ArrayList<>();
            List<Integer> statuses = new ArrayList<>();
            int count = length(in);
            for (int i = 0; i < count; i++) {
                points.add(point(in, hasConnections));
                types.add(type(in, in.readByte(), 0));
                statuses.add(in.readInt());
            }
            return maker.make(points, types, statuses);
        } catch (EOFException e) {
            throw new IOException("a group's description is cut off", e);
        } catch (IllegalArgumentException e) {
            throw new IOException("a group's description is none: " + e.getMessage(), e);
        }
    }

    private static DataPoint point(DataInputStream in, boolean hasConnections) throws IOException {
        String name = text(in);
        String address = text(in);
        byte letter = in.readByte();
        DataType declared = letter == NONE ? null : type(in, letter, 0);
        boolean writable = in.readBoolean();
        String unit = text(in);
        Map<String, String> labels = new LinkedHashMap<>();
        int count = length(in);
        for (int i = 0; i < count; i++) {
            labels.put(text(in), text(in));
        }
        String connection = hasConnections ? text(in) : "";
        return new DataPoint(name, address, declared, writable, unit, labels, connection);
    }

    private static DataType type(DataInputStream in, byte letter, int depth) throws IOException {
        if (depth > MAX_DEPTH) {
            throw new IOException("a type is nested more than " + MAX_DEPTH + " times");
        }
        return switch (letter) {
            case SCALAR -> ScalarType.valueOf(text(in));
            case STRING -> new StringType(StringType.Encoding.valueOf(text(in)), in.readInt());
            case ENUM -> enumeration(in);
            case ARRAY -> array(in, depth);
            case STRUCT -> struct(in, depth);
            default -> throw new IOException("unknown type " + letter);
        };
    }

    private static EnumType enumeration(DataInputStream in) throws IOException {
        String name = text(in);
        ScalarType base = ScalarType.valueOf(text(in));
        List<EnumType.Member> members = new ArrayList<>();
        int count = length(in);
        for (int i = 0; i < count; i++) {
            members.add(new EnumType.Member(text(in), in.readLong()));
        }
        return new EnumType(name, base, members);
    }

    private static ArrayType array(DataInputStream in, int depth) throws IOException {
        DataType element = type(in, in.readByte(), depth + 1);
        List<ArrayType.Bound> bounds = new ArrayList<>();
        int count = length(in);
        for (int i = 0; i < count; i++) {
            bounds.add(new ArrayType.Bound(in.readInt(), in.readInt()));
        }
        return new ArrayType(element, bounds);
    }

    private static StructType struct(DataInputStream in, int depth) throws IOException {
        String name = text(in);
        int imageBytes = in.readInt();
        List<StructType.Field> fields = new ArrayList<>();
        int count = length(in);
        for (int i = 0; i < count; i++) {
            fields.add(new StructType.Field(text(in), type(in, in.readByte(), depth + 1), in.readInt(), in.readInt()));
        }
        return new StructType(name, fields, imageBytes);
    }

    /** Of a text or a list: no more than there are bytes left, so nothing large is made of a wrong one. */
    private static int length(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException("a length of " + length + " with " + in.available() + " bytes left");
        }
        return length;
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(in.readNBytes(length(in)), StandardCharsets.UTF_8);
    }
}
