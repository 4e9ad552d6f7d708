package io.taktstrom.data;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;

/** A memory image as Java objects. */
final class ImageReader {

    private ImageReader() {}

    static Object read(DataType type, ByteBuffer image, int offset, int length) {
        if (type instanceof ScalarType scalar) {
            return Scalars.toObject(scalar, scalar.bits(image, offset));
        }
        if (type instanceof EnumType enumeration) {
            return Scalars.toObject(enumeration, enumeration.base().bits(image, offset));
        }
        if (type instanceof StringType string) {
            return Text.toText(string, image, offset);
        }
        if (type instanceof ArrayType array) {
            return array(array, 0, count(array, length), image, offset);
        }
        return structure((StructType) type, image, offset);
    }

    private static List<Object> array(ArrayType type, int dimension, int elements, ByteBuffer image, int offset) {
        boolean innermost = dimension >= type.bounds().size() - 1;
        int count = innermost ? elements : type.bounds().get(dimension).count();
        int stride = innermost
                ? type.element().imageBytes()
                : elements / count * type.element().imageBytes();
        List<Object> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int at = offset + i * stride;
            values.add(
                    innermost
                            ? read(type.element(), image, at, stride)
                            : array(type, dimension + 1, elements / count, image, at));
        }
        return values;
    }

    private static Map<String, Object> structure(StructType type, ByteBuffer image, int offset) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (StructType.Field field : type.fields()) {
            int at = offset + field.offset();
            Object value = isBit(field)
                    ? (Object) (((image.get(at) >> field.bit()) & 1) != 0)
                    : read(field.type(), image, at, field.type().imageBytes());
            values.put(field.name(), value);
        }
        return values;
    }

    /** Elements of one array in an image. */
    private static int count(ArrayType type, int length) {
        return type.bounds().isEmpty() ? length / type.element().imageBytes() : type.count();
    }

    /** Whether a field is a single bit. */
    static boolean isBit(StructType.Field field) {
        return field.bit() != StructType.WHOLE;
    }
}
