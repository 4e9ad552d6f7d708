package io.taktstrom.ads.symbol;

import java.util.regex.Pattern;

/**
 * The path of a symbol, or of a part of one: {@code MAIN.axes[3].position}. Which names there are, the device says: those of
 * a PLC program are identifiers, with a dot in front for globals of TwinCAT 2; those of I/O are whatever people call a
 * terminal, {@code Term 1 (EK1100).InfoData.State}.
 */
public record SymbolPath(String text) implements AdsAddress {

    private static final String NAME = "[\\p{L}\\p{N}_][^\\x00-\\x1F.:\\[\\]]*";
    private static final String INDICES = "\\[ *-?\\d+ *(, *-?\\d+ *)*\\]\\^*";

    /** What a path matches. */
    public static final String SYNTAX = "\\.?(?!\\d+$)" + NAME + "(\\." + NAME + "|" + INDICES + ")*";

    private static final Pattern PATTERN = Pattern.compile(SYNTAX);

    static SymbolPath parse(String text) {
        if (!PATTERN.matcher(text).matches()) {
            throw new IllegalArgumentException("address " + text
                    + " is neither the path of a symbol, like MAIN.axes[3].position, nor an index group and an index"
                    + " offset, like 0x4020:0x10:DINT");
        }
        return new SymbolPath(text);
    }
}
