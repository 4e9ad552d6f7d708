package io.taktstrom.sinks.file;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.format.Unprintable;

/** Names of points, connections and labels as parts of names of files, on any system. */
final class FileNames {

    /** File systems have 255; a date, a stamp and an ending must fit as well. */
    private static final int MAX_BYTES = 160;

    private static final int CUT_CHARS = 40;

    private FileNames() {}

    /**
     * The same text, with {@code _} for what has a meaning in a path, what Windows does not take, and what no one sees. A long
     * one is cut, with a number at its end that tells it from others.
     */
    static String escape(String text) {
        StringBuilder name = new StringBuilder(text.length());
        text.codePoints().forEach(c -> name.appendCodePoint(isUnfit(c) ? '_' : c));
        // A dot in front would climb or hide; one at the end Windows takes away.
        for (int i = 0; i < name.length() && name.charAt(i) == '.'; i++) {
            name.setCharAt(i, '_');
        }
        for (int i = name.length() - 1; i >= 0 && (name.charAt(i) == '.' || name.charAt(i) == ' '); i--) {
            name.setCharAt(i, '_');
        }
        byte[] utf8 = name.toString().getBytes(StandardCharsets.UTF_8);
        if (utf8.length <= MAX_BYTES) {
            return name.isEmpty() ? Template.NOTHING : name.toString();
        }
        CRC32 crc = new CRC32();
        crc.update(utf8);
        int cut = Character.isHighSurrogate(name.charAt(CUT_CHARS - 1)) ? CUT_CHARS - 1 : CUT_CHARS;
        return "%s~%08x".formatted(name.substring(0, cut), crc.getValue());
    }

    private static boolean isUnfit(int c) {
        return "/\\:*?\"<>|".indexOf(c) >= 0
                || Unprintable.is(c)
                || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }
}
