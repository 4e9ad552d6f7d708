package io.taktstrom.opcua.value;

/**
 * Which fields of a structure a value has, as the number before its fields states it (OPC 10000-6, 5.2.7 and 5.2.8): nothing
 * where all fields are always there, the mask of optional fields, or the number of a union's member, 0 for none. Immutable.
 */
final class FieldPresence {

    private static final int ALWAYS = -1;

    private final WireType.Structure.Kind kind;
    /** For each field the bit of the mask that states it; {@link #ALWAYS} for one that is not optional. */
    private final int[] bits;

    private final int optional;

    FieldPresence(WireType.Structure type) {
        kind = type.kind();
        bits = new int[type.fields().size()];
        int count = 0;
        for (int i = 0; i < bits.length; i++) {
            bits[i] = type.fields().get(i).optional() ? count++ : ALWAYS;
        }
        optional = count;
    }

    /** Whether all fields are always there, and no number says so. */
    boolean isFixed() {
        return kind == WireType.Structure.Kind.PLAIN;
    }

    /** Bytes of the number in a memory image. */
    int imageBytes() {
        return isFixed() ? 0 : Integer.BYTES;
    }

    /** What the number is called in OPC UA's JSON encoding (OPC 10000-6, 5.4.6 and 5.4.7). */
    String fieldName() {
        return kind == WireType.Structure.Kind.UNION ? "SwitchField" : "EncodingMask";
    }

    /** Whether the number names fields that there are. */
    boolean isValid(int stated) {
        return switch (kind) {
            case PLAIN -> true;
            case OPTIONAL_FIELDS -> optional >= Integer.SIZE || stated >>> optional == 0;
            case UNION -> stated >= 0 && stated <= bits.length;
        };
    }

    /** Whether a value has the field. */
    boolean has(int field, int stated) {
        return switch (kind) {
            case PLAIN -> true;
            case OPTIONAL_FIELDS -> bits[field] == ALWAYS || (stated >>> bits[field] & 1) != 0;
            case UNION -> stated == field + 1;
        };
    }
}
