package io.taktstrom.oktoflow.connector;

import java.io.IOException;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import de.iip_ecosphere.platform.connectors.model.ModelAccess;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.oktoflow.PlatformType;

/** Reads a variable in each way that oktoflow has, and says in words what came of it. */
final class Readings {

    static final String RIGHT = "right";

    private Readings() {}

    /** By the getter of its Java type. */
    static String typedGetter(ModelAccess access, String name, DataType type, Object expected) {
        return outcome(expected, () -> typed(access, name, type));
    }

    /** As oktoflow generates it. */
    static String asGenerated(ModelAccess access, String name, Object expected) {
        return outcome(expected, () -> access.get(name, 0));
    }

    @FunctionalInterface
    interface Getter {
        Object get() throws IOException;
    }

    static String outcome(Object expected, Getter getter) {
        try {
            Object got = getter.get();
            boolean right = got instanceof byte[] bytes
                    ? isSame(bytes, expected)
                    : text(got).equals(text(expected));
            return right ? RIGHT : "wrong: " + text(got);
        } catch (IOException | RuntimeException | Error e) {
            String message = String.valueOf(e.getMessage());
            return "error: "
                    + message.substring(0, Math.min(80, message.length()))
                            .replace('|', '/')
                            .replace("<", "&lt;");
        }
    }

    /** Java has no unsigned bytes: the bits count. */
    private static boolean isSame(byte[] bytes, Object expected) {
        if (!(expected instanceof List<?> items) || items.size() != bytes.length) {
            return false;
        }
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] != ((Number) items.get(i)).byteValue()) {
                return false;
            }
        }
        return true;
    }

    private static String text(Object value) {
        if (value.getClass().isArray()) {
            List<String> items = new ArrayList<>();
            for (int i = 0; i < Array.getLength(value); i++) {
                items.add(text(Array.get(value, i)));
            }
            return items.toString();
        }
        return value.toString();
    }

    private static Object typed(ModelAccess access, String name, DataType type) throws IOException {
        if (type instanceof ArrayType array) {
            return switch (array.element().text()) {
                case "BYTE", "USINT", "SINT" -> access.getStruct(name, byte[].class);
                case "INT" -> access.getStruct(name, short[].class);
                case "WORD", "UINT", "DINT" -> access.getStruct(name, int[].class);
                case "DWORD", "UDINT", "LINT" -> access.getStruct(name, long[].class);
                case "REAL" -> access.getStruct(name, float[].class);
                case "LREAL" -> access.getStruct(name, double[].class);
                case "BOOL" -> access.getStruct(name, boolean[].class);
                default -> access.getStringArray(name);
            };
        }
        Class<?> java = Objects.requireNonNull(PlatformType.of(type)).javaType();
        return Map.<Class<?>, Getter>of(
                        boolean.class, () -> access.getBoolean(name),
                        byte.class, () -> access.getByte(name),
                        short.class, () -> access.getShort(name),
                        int.class, () -> access.getInt(name),
                        long.class, () -> access.getLong(name),
                        float.class, () -> access.getFloat(name),
                        double.class, () -> access.getDouble(name),
                        String.class, () -> access.getString(name))
                .getOrDefault(java, () -> access.get(name))
                .get();
    }
}
