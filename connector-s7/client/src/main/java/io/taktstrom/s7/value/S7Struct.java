package io.taktstrom.s7.value;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.model.DataType;
import io.taktstrom.model.StructType;

/**
 * A structure or PLC data type (UDT) with its fields where the CPU has them.
 *
 * @param name of the UDT, or a name made up for a structure without one
 * @param fields in the order of the declaration
 * @param wireBytes with all padding
 */
public record S7Struct(String name, List<Field> fields, int wireBytes) implements S7Type {

    /**
     * One field.
     *
     * @param offset bytes from the start of the structure
     * @param bit 0 to 7 for a {@code BOOL}, otherwise 0
     */
    public record Field(String name, S7Type type, int offset, int bit) {
        public Field {
            if (offset < 0 || bit < 0 || bit > 7 || (bit > 0 && type != S7Scalar.BOOL)) {
                throw new IllegalArgumentException(
                        "field " + name + ", a " + type.text() + ", at byte " + offset + ", bit " + bit);
            }
        }
    }

    public S7Struct {
        fields = List.copyOf(fields);
        if (fields.isEmpty()) {
            throw new IllegalArgumentException("structure " + name + " has no fields");
        }
        for (Field field : fields) {
            if ((long) field.offset() + field.type().wireBytes() > wireBytes) {
                throw new IllegalArgumentException(
                        "field " + field.name() + " ends after the " + wireBytes + " bytes of " + name);
            }
        }
    }

    @Override
    public String text() {
        return '"' + name + '"';
    }

    /** Each field has bytes of its own, one after the other: a sample's image knows no bits that share a byte. */
    @Override
    public StructType dataType() {
        List<StructType.Field> images = new ArrayList<>(fields.size());
        int offset = 0;
        for (Field field : fields) {
            DataType type = field.type().dataType();
            images.add(new StructType.Field(field.name(), type, offset));
            offset += type.imageBytes();
        }
        return new StructType(name, images, offset);
    }
}
