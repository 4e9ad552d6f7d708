package io.taktstrom.data;

import io.taktstrom.model.DataType;

/** Values that do not fit their types, in words. */
final class ValueErrors {

    private static final int MAX_SHOWN = 100;

    private ValueErrors() {}

    static IllegalArgumentException mismatch(DataType type, Object value) {
        return new IllegalArgumentException("value " + shown(value) + " ("
                + value.getClass().getSimpleName() + ") does not fit type " + type.text());
    }

    static IllegalArgumentException outOfRange(DataType type, Object value) {
        return new IllegalArgumentException("value " + shown(value) + " is out of the range of " + type.text());
    }

    /** A value for a message; the beginning of a long one. */
    static String shown(Object value) {
        String text = value.toString();
        return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "...";
    }
}
