package io.taktstrom.deployment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.taktstrom.descriptor.Closest;

/**
 * Whether a text is a code of the Unified Code for Units of Measure, such as {@code Cel}, {@code kN}, {@code mm/s2} or
 * {@code {parts}/min}, and what would be one if it is not. Units are compared by machines: a code that only people understand
 * is worth as much as none.
 *
 * <pre>
 *   term       "/"? component (("." | "/") component)*
 *   component  unit exponent? "{note}"?  |  number "{note}"?  |  "{note}"  |  "(" term ")"
 *   unit       prefix? metric-atom  |  atom
 * </pre>
 */
public final class UcumCode {

    private static final Map<String, Set<String>> CODES = read();
    /** What people write, and the code for it. */
    private static final Map<String, String> MEANT = codes("meant").stream()
            .map(pair -> pair.split("=", 2))
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));

    private static final Pattern NUMBER = Pattern.compile("[0-9]+");
    private static final Pattern NOTE = Pattern.compile("\\{[!-z|~]*}");
    /** An atom may have brackets with anything in them; what follows it is its exponent. */
    private static final Pattern UNIT =
            Pattern.compile("((?:\\[[^\\[\\]]*]|[^\\[\\](){}./0-9+-]|10[*^])+)([+-]?[0-9]+)?");

    private final String text;
    private int at;

    private UcumCode(String text) {
        this.text = text;
    }

    public static boolean isValid(String text) {
        UcumCode code = new UcumCode(text);
        return code.term() && code.at == text.length();
    }

    /** The code for a unit as people write it, such as {@code \u00B0C}; empty when that is not known. */
    public static String of(String text) {
        String unit = text.strip();
        return isValid(unit) ? unit : MEANT.getOrDefault(unit, "");
    }

    /** What would be right instead of a text that is no code. */
    public static String remedy(String text) {
        String meant = MEANT.get(text);
        for (int i = 1; meant == null && i < text.length(); i++) {
            String product = text.substring(0, i) + "." + text.substring(i);
            meant = isValid(product) ? product : null;
        }
        String guess = meant != null ? "did you mean '" + meant + "'?" : Closest.guess(text, codes("metric"));
        return guess.isEmpty()
                ? "write a UCUM code, such as Cel, kN, mm/s, 1/min or %, or {parts} for what is counted"
                : guess;
    }

    private boolean term() {
        if (next('/') && at == text.length()) {
            return false;
        }
        do {
            if (!component()) {
                return false;
            }
        } while (next('.') || next('/'));
        return true;
    }

    private boolean component() {
        if (next('(')) {
            return term() && next(')');
        }
        boolean named = unit() || skip(NUMBER);
        return skip(NOTE) || named;
    }

    private boolean unit() {
        Matcher unit = UNIT.matcher(text).region(at, text.length());
        if (!unit.lookingAt() || !isUnit(Objects.requireNonNull(unit.group(1)))) {
            return false;
        }
        at = unit.end();
        return true;
    }

    private static boolean isUnit(String unit) {
        return codes("other").contains(unit)
                || codes("metric").contains(unit)
                || codes("prefixes").stream()
                        .anyMatch(prefix ->
                                unit.startsWith(prefix) && codes("metric").contains(unit.substring(prefix.length())));
    }

    private boolean next(char wanted) {
        boolean there = at < text.length() && text.charAt(at) == wanted;
        at += there ? 1 : 0;
        return there;
    }

    private boolean skip(Pattern what) {
        Matcher there = what.matcher(text).region(at, text.length());
        boolean found = there.lookingAt();
        at = found ? there.end() : at;
        return found;
    }

    private static Set<String> codes(String kind) {
        return CODES.getOrDefault(kind, Set.of());
    }

    private static Map<String, Set<String>> read() {
        Map<String, Set<String>> codes = new HashMap<>();
        try (InputStream file = UcumCode.class.getResourceAsStream("ucum.txt")) {
            String text = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
            text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
                int colon = line.indexOf(": ");
                codes.computeIfAbsent(line.substring(0, colon), key -> new LinkedHashSet<>())
                        .addAll(Arrays.asList(line.substring(colon + 2).split(" ")));
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return codes;
    }
}
