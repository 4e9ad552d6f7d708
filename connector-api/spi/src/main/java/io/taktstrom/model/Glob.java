package io.taktstrom.model;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A pattern over dotted names: {@code *} stands for any run of characters within one segment, {@code **} for any run
 * with dots too, {@code ?} for one character but a dot. Case does not matter, as in IEC 61131-3.
 */
public final class Glob {

    private final String text;
    private final Pattern pattern;

    private Glob(String text, Pattern pattern) {
        this.text = text;
        this.pattern = pattern;
    }

    public static Glob of(String text) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '*' && i + 1 < text.length() && text.charAt(i + 1) == '*') {
                regex.append(".*");
                i++;
            } else if (c == '*') {
                regex.append("[^.]*");
            } else if (c == '?') {
                regex.append("[^.]");
            } else {
                regex.append(Pattern.quote(String.valueOf(c).toLowerCase(Locale.ROOT)));
            }
        }
        return new Glob(text, Pattern.compile(regex.toString(), Pattern.DOTALL));
    }

    public boolean matches(String name) {
        return pattern.matcher(name.toLowerCase(Locale.ROOT)).matches();
    }

    /** Whether the text has a wildcard at all. */
    public static boolean isPattern(String text) {
        return text.indexOf('*') >= 0 || text.indexOf('?') >= 0;
    }

    @Override
    public String toString() {
        return text;
    }
}
