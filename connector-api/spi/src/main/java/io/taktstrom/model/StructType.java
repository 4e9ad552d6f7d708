package io.taktstrom.model;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A structure: named fields at stated offsets of its memory image, so any packing of any device fits.
 *
 * @param name the device's name of the type
 * @param fields in the device's order
 * @param imageBytes size of the image with all padding
 */
public record StructType(String name, List<Field> fields, int imageBytes) implements DataType {

    /** {@link Field#bit} of a field that fills whole bytes. */
    public static final int WHOLE = -1;

    /**
     * One field.
     *
     * @param offset bytes from the start of the structure
     * @param bit 0 to 7 for a {@code BOOL} that is one bit of the byte at {@code offset}, otherwise {@link #WHOLE}
     */
    public record Field(String name, DataType type, int offset, int bit) {
        public Field {
            if (offset < 0 || bit < WHOLE || bit > 7) {
                throw new IllegalArgumentException("field " + name + " at byte " + offset + ", bit " + bit);
            }
            if (bit != WHOLE && type != ScalarType.BOOL) {
                throw new IllegalArgumentException(
                        "field " + name + " is a " + type.text() + "; only a BOOL can be one bit");
            }
        }

        public Field(String name, DataType type, int offset) {
            this(name, type, offset, WHOLE);
        }
    }

    public StructType {
        fields = List.copyOf(fields);
        if (imageBytes < 1) {
            throw new IllegalArgumentException("structure " + name + " has " + imageBytes + " bytes");
        }
        for (Field field : fields) {
            if (field.type().imageBytes() == 0) {
                throw new IllegalArgumentException("field " + field.name() + " of " + name + " has no size: "
                        + field.type().text());
            }
            if ((long) field.offset() + field.type().imageBytes() > imageBytes) {
                throw new IllegalArgumentException(
                        "field " + field.name() + " ends after the " + imageBytes + " bytes of " + name);
            }
        }
    }

    /** The field of this name (case does not matter, as in IEC 61131-3), or null. */
    public @Nullable Field field(String fieldName) {
        for (Field field : fields) {
            if (field.name().equalsIgnoreCase(fieldName)) {
                return field;
            }
        }
        return null;
    }

    @Override
    public String text() {
        return name;
    }

    @Override
    public int arenaBytes() {
        return imageBytes;
    }
}
