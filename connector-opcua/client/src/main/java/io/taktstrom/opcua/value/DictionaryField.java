package io.taktstrom.opcua.value;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.taktstrom.opcua.value.WireType.Structure;

/**
 * A field as a type dictionary has it. What a definition of OPC UA 1.04 states, a dictionary shows by fields that stand before
 * others (OPC 10000-3, annex C in v1.03):
 *
 * <pre>
 *   array             NoOfRow: Int32, Row: Int16 with LengthField NoOfRow
 *   optional fields   32 Bits first, of which some have names; x with SwitchField xSpecified, the name of its bit
 *   union             SwitchField: UInt32 first; each member with SwitchField and SwitchValue 1, 2 ...
 * </pre>
 *
 * @param own whether the dictionary itself describes the type
 * @param standard whether the standard does
 * @param lengthField empty for a field that is not an array
 * @param switchField empty for a field that is always there
 * @param switchValue -1 where none is stated
 * @param length of a field that repeats a fixed number of times; 0 for others
 */
record DictionaryField(
        String name,
        boolean own,
        boolean standard,
        String type,
        String lengthField,
        String switchField,
        int switchValue,
        int length) {

    private static final int MASK_BITS = 32;

    private boolean isA(String standardType) {
        return standard && type.equals(standardType);
    }

    private boolean isLengthOf(DictionaryField array) {
        return isA("Int32") && lengthField.isEmpty() && array.lengthField.equals(name);
    }

    /** The structure that fields make up; unknown where they are not as above. */
    static WireType structure(
            String name, String encodingId, List<DictionaryField> fields, Function<DictionaryField, WireType> types) {
        Map<String, Integer> bits = new HashMap<>();
        int first = 0;
        int bit = 0;
        while (first < fields.size() && fields.get(first).isA("Bit")) {
            bits.put(fields.get(first).name(), bit);
            bit += Math.max(1, fields.get(first++).length());
        }
        if (bit != 0 && bit != MASK_BITS) {
            return unknown(name, "begins with " + bit + " bits, not " + MASK_BITS);
        }
        String selector = bit == 0 ? selector(fields) : "";
        Structure.Kind kind = bit > 0
                ? Structure.Kind.OPTIONAL_FIELDS
                : selector.isEmpty() ? Structure.Kind.PLAIN : Structure.Kind.UNION;
        List<Structure.Field> found = new ArrayList<>();
        int optional = 0;
        for (int i = kind == Structure.Kind.UNION ? 1 : first; i < fields.size(); i++) {
            DictionaryField field = fields.get(i);
            if (i + 1 < fields.size() && field.isLengthOf(fields.get(i + 1))) {
                continue;
            }
            boolean isArray = !field.lengthField().isEmpty();
            boolean isOptional = !field.switchField().isEmpty();
            if (field.length() > 0 || field.isA("Bit")) {
                return unknown(name, "has a field " + field.name() + " of a fixed number of elements or bits");
            }
            if (isArray && (i == 0 || !fields.get(i - 1).isLengthOf(field))) {
                return unknown(name, "has an array " + field.name() + " without a length before it");
            }
            boolean expected = switch (kind) {
                case PLAIN -> !isOptional;
                case OPTIONAL_FIELDS -> !isOptional || bits.getOrDefault(field.switchField(), -1) == optional++;
                case UNION -> field.switchField().equals(selector) && field.switchValue() == found.size() + 1;
            };
            if (!expected) {
                return unknown(name, "has a field " + field.name() + " that depends on another one");
            }
            found.add(new Structure.Field(field.name(), types.apply(field), isArray ? 1 : -1, isOptional));
        }
        return new Structure(name, kind, encodingId, found);
    }

    /** The name of the field that states which member a union has; empty for what is not a union. */
    private static String selector(List<DictionaryField> fields) {
        boolean isUnion = fields.size() > 1
                && fields.get(0).isA("UInt32")
                && fields.get(1).switchField().equals(fields.get(0).name());
        return isUnion ? fields.get(0).name() : "";
    }

    private static WireType unknown(String structure, String why) {
        return new WireType.Unknown(
                "the structure " + structure + " of the type dictionary " + why + ", which is not supported");
    }
}
