package io.taktstrom.data;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Map;

import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import org.jspecify.annotations.Nullable;

/** Java objects as a memory image. */
final class ImageWriter {

    private ImageWriter() {}

    static ByteBuffer image(DataType type, Object value) {
        int bytes = type.imageBytes();
        if (type instanceof ArrayType array && array.bounds().isEmpty()) {
            bytes = list(array, value).size() * array.element().imageBytes();
        }
        ByteBuffer image = newImage(bytes);
        write(type, value, image, 0);
        return image;
    }

    private static void write(DataType type, Object value, ByteBuffer image, int offset) {
        if (type instanceof ScalarType scalar) {
            scalar.putBits(image, offset, Scalars.toBits(scalar, value));
        } else if (type instanceof EnumType enumeration) {
            enumeration.base().putBits(image, offset, Scalars.toBits(enumeration, value));
        } else if (type instanceof StringType string) {
            image.put(offset, encoded(string, value));
        } else if (type instanceof ArrayType array) {
            array(array, 0, elements(array, value), value, image, offset);
        } else {
            structure((StructType) type, value, image, offset);
        }
    }

    private static int elements(ArrayType type, Object value) {
        return type.bounds().isEmpty() ? list(type, value).size() : type.count();
    }

    private static void array(ArrayType type, int dimension, int elements, Object value, ByteBuffer image, int offset) {
        List<?> values = list(type, value);
        boolean innermost = dimension >= type.bounds().size() - 1;
        int count = innermost ? elements : type.bounds().get(dimension).count();
        if (values.size() != count) {
            throw new IllegalArgumentException(
                    values.size() + " elements given, " + count + " needed for " + type.text());
        }
        for (int i = 0; i < count; i++) {
            Object element = present(type, values.get(i));
            if (innermost) {
                write(
                        type.element(),
                        element,
                        image,
                        offset + i * type.element().imageBytes());
            } else {
                int inner = elements / count;
                array(
                        type,
                        dimension + 1,
                        inner,
                        element,
                        image,
                        offset + i * inner * type.element().imageBytes());
            }
        }
    }

    private static List<?> list(ArrayType type, Object value) {
        if (value instanceof List<?> list) {
            return list;
        }
        throw ValueErrors.mismatch(type, value);
    }

    private static void structure(StructType type, Object value, ByteBuffer image, int offset) {
        if (!(value instanceof Map<?, ?> map)) {
            throw ValueErrors.mismatch(type, value);
        }
        for (Object name : map.keySet()) {
            if (type.field(String.valueOf(name)) == null) {
                throw new IllegalArgumentException("structure " + type.name() + " has no field " + name);
            }
        }
        for (StructType.Field field : type.fields()) {
            Object part = fieldValue(map, field.name());
            if (part == null) {
                throw new IllegalArgumentException(
                        "structure " + type.name() + " needs a value for its field " + field.name());
            }
            int at = offset + field.offset();
            if (ImageReader.isBit(field)) {
                int mask = 1 << field.bit();
                boolean set = Scalars.toBits(ScalarType.BOOL, part) != 0;
                image.put(at, (byte) (set ? image.get(at) | mask : image.get(at) & ~mask));
            } else {
                write(field.type(), part, image, at);
            }
        }
    }

    private static @Nullable Object fieldValue(Map<?, ?> map, String name) {
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (name.equalsIgnoreCase(String.valueOf(entry.getKey()))) {
                return entry.getValue();
            }
        }
        return null;
    }

    private static Object present(DataType type, @Nullable Object value) {
        if (value == null) {
            throw new IllegalArgumentException("null is not a value of " + type.text());
        }
        return value;
    }

    /** The text, once it is sure that the device can hold it. */
    static String checked(StringType type, Object value) {
        encoded(type, value);
        return value.toString();
    }

    private static byte[] encoded(StringType type, Object value) {
        if (!(value instanceof CharSequence text)) {
            throw ValueErrors.mismatch(type, value);
        }
        if (text.toString().indexOf(0) >= 0) {
            throw new IllegalArgumentException(
                    "text '" + ValueErrors.shown(text) + "' has a zero character, where the device would end it");
        }
        ByteBuffer bytes;
        try {
            bytes = Text.encode(type.encoding(), text);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("text '" + ValueErrors.shown(text) + "' has characters that "
                    + type.encoding() + " cannot express");
        }
        int units = bytes.remaining() / type.encoding().unitBytes();
        if (units > type.length()) {
            throw new IllegalArgumentException("text '" + ValueErrors.shown(text) + "' takes " + units + " of at most "
                    + type.length() + " units of " + type.text());
        }
        byte[] image = new byte[bytes.remaining()];
        bytes.get(image);
        return image;
    }

    static ByteBuffer newImage(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
