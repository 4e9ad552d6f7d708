package io.taktstrom.data;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/** The names of the standard's status codes, from a table beside this class. Looking one up allocates nothing. */
final class StatusNames {

    static final String OVERFLOW = "+Overflow";

    private static final String TABLE = "status-codes.csv";

    /** Sorted; each one's name is at the same place in {@link #NAMES}. */
    private static final int[] CODES;

    private static final String[] NAMES;

    /** The same with what says that samples were lost before. */
    private static final String[] OVERFLOW_NAMES;

    static {
        List<String[]> rows = rows();
        int[] codes = new int[rows.size()];
        String[] names = new String[rows.size()];
        String[] overflowNames = new String[rows.size()];
        for (int i = 0; i < codes.length; i++) {
            codes[i] = key(Integer.parseUnsignedInt(rows.get(i)[0].substring(2), 16));
            names[i] = rows.get(i)[1];
            overflowNames[i] = names[i] + OVERFLOW;
        }
        CODES = codes;
        NAMES = names;
        OVERFLOW_NAMES = overflowNames;
    }

    private StatusNames() {}

    private static List<String[]> rows() {
        InputStream table = StatusNames.class.getResourceAsStream(TABLE);
        if (table == null) {
            throw new IllegalStateException(TABLE + " is missing beside " + StatusNames.class.getName());
        }
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(table, StandardCharsets.US_ASCII))) {
            return lines.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(",", 2))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The table is in the order of unsigned numbers, and a search is one of signed ones. */
    private static int key(int code) {
        return code ^ Integer.MIN_VALUE;
    }

    /** Null for a code that the standard does not have. */
    static @Nullable String name(int code, boolean overflow) {
        int at = Arrays.binarySearch(CODES, key(code));
        return at < 0 ? null : overflow ? OVERFLOW_NAMES[at] : NAMES[at];
    }

    /** @throws IllegalArgumentException when the standard has no such name */
    static int code(String name) {
        String wanted = plain(name);
        for (int i = 0; i < NAMES.length; i++) {
            if (plain(NAMES[i]).equals(wanted)) {
                return key(CODES[i]);
            }
        }
        throw new IllegalArgumentException("'" + name
                + "' is not a status code; give a name such as Bad_NodeIdUnknown, or a number such as 0x80340000");
    }

    private static String plain(String name) {
        return name.replace("_", "").toLowerCase(Locale.ROOT);
    }
}
