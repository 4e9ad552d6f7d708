package io.taktstrom.text;

import java.util.Set;
import java.util.regex.Pattern;

/** What a plain scalar means by the core schema of YAML 1.2 (section 10.3.2). */
public enum Meaning {
    NOTHING,
    NUMBER,
    BOOLEAN,
    TEXT;

    private static final Set<String> NOTHINGS = Set.of("", "~", "null", "Null", "NULL");
    private static final Set<String> BOOLEANS = Set.of("true", "True", "TRUE", "false", "False", "FALSE");
    private static final Pattern NUMBERS = Pattern.compile("[-+]?(\\.\\d+|\\d+(\\.\\d*)?)([eE][-+]?\\d+)?"
            + "|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");

    /** What a text without quotes means. */
    public static Meaning ofPlain(String text) {
        if (NOTHINGS.contains(text)) {
            return NOTHING;
        }
        if (BOOLEANS.contains(text)) {
            return BOOLEAN;
        }
        return "+-.0123456789".indexOf(text.charAt(0)) >= 0
                        && NUMBERS.matcher(text).matches()
                ? NUMBER
                : TEXT;
    }
}
