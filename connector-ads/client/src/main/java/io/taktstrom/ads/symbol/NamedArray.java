package io.taktstrom.ads.symbol;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.model.ArrayType;
import org.jspecify.annotations.Nullable;

/**
 * What the name of an array type tells, {@code ARRAY [1..5,0..2] OF ST_Axis}: the only place where a device without a table of
 * types says its bounds.
 *
 * @param bounds of this array and of those in it, outermost first
 */
record NamedArray(List<ArrayType.Bound> bounds, String element) {

    private static final Pattern NAME =
            Pattern.compile("\\s*ARRAY\\s*\\[([^\\]]*)\\]\\s*OF\\s+(.*)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private static final Pattern BOUND = Pattern.compile("\\s*(-?\\d{1,10})\\s*\\.\\.\\s*(-?\\d{1,10})\\s*");

    /** Null for a name that is none of an array, or whose bounds are no numbers. */
    static @Nullable NamedArray of(String typeName) {
        List<ArrayType.Bound> bounds = new ArrayList<>();
        String rest = typeName;
        for (Matcher array = NAME.matcher(rest); array.matches(); array = NAME.matcher(rest)) {
            for (String text : array.group(1).split(",", TypeCatalog.MAX_DIMENSIONS + 1)) {
                Matcher bound = BOUND.matcher(text);
                if (!bound.matches()) {
                    return null;
                }
                long lower = Long.parseLong(bound.group(1));
                long upper = Long.parseLong(bound.group(2));
                if (!TypeCatalog.isBound(lower, upper) || bounds.size() == TypeCatalog.MAX_DIMENSIONS) {
                    return null;
                }
                bounds.add(new ArrayType.Bound((int) lower, (int) upper));
            }
            rest = array.group(2);
        }
        return bounds.isEmpty() ? null : new NamedArray(bounds, rest.strip());
    }
}
