package io.taktstrom.ads.symbol;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.model.DataType;
import org.jspecify.annotations.Nullable;

/**
 * A place given as numbers: {@code 0x4020:0x10:DINT}, {@code 16416:16}.
 *
 * @param indexOffset unsigned
 * @param type null when the address does not say it
 */
public record RawAddress(
        int indexGroup, int indexOffset, @Nullable DataType type) implements AdsAddress {

    private static final String NUMBER = "(0[xX][0-9a-fA-F]{1,8}|\\d{1,10})";
    /** What one matches. */
    public static final String SYNTAX = NUMBER + ":" + NUMBER + "(?::(.+))?";

    private static final Pattern PATTERN = Pattern.compile(SYNTAX);

    /**
     * Reads an address.
     *
     * @return null when the text does not have this form: it may be a symbol's name
     * @throws IllegalArgumentException when it has this form but a number or the type is wrong
     */
    public static @Nullable RawAddress parse(String address) {
        Matcher matcher = PATTERN.matcher(address.strip());
        if (!matcher.matches()) {
            return null;
        }
        String type = matcher.group(3);
        return new RawAddress(
                number(address, matcher.group(1)),
                number(address, matcher.group(2)),
                type == null ? null : DataType.parse(type));
    }

    private static int number(String address, String text) {
        long number = Long.decode(text.startsWith("0x") || text.startsWith("0X") ? text : decimal(text));
        if (number > 0xFFFF_FFFFL) {
            throw new IllegalArgumentException("address " + address + ": " + text + " has more than 32 bits");
        }
        return (int) number;
    }

    /** Without leading zeros, which would make it octal. */
    private static String decimal(String text) {
        return text.replaceFirst("^0+(?=\\d)", "");
    }
}
