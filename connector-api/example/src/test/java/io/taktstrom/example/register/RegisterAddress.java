package io.taktstrom.example.register;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.model.DataType;
import org.jspecify.annotations.Nullable;

/**
 * {@code hr100} or {@code hr100:REAL}.
 *
 * @param type null where the address states none
 */
record RegisterAddress(int register, @Nullable DataType type) {

    private static final Pattern FORM = Pattern.compile("hr(\\d{1,5})(?::(.+))?");

    /** @throws IllegalArgumentException with what would be right */
    static RegisterAddress parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches() || Integer.parseInt(form.group(1)) > 0xFFFF) {
            throw new IllegalArgumentException("not a register; it is written like hr100 or hr100:REAL, 0 to 65535");
        }
        String type = form.group(2);
        return new RegisterAddress(Integer.parseInt(form.group(1)), type == null ? null : DataType.parse(type));
    }
}
