package io.taktstrom.s7.symbol;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** In which code a source is written: UTF-8, UTF-16 with or without a mark, or the code page of the programmer. */
final class SourceCharset {

    private SourceCharset() {}

    /** @throws SymbolException when it is no text at all */
    static String text(String file, byte[] bytes) {
        int first = bytes.length > 0 ? bytes[0] & 0xFF : -1;
        int second = bytes.length > 1 ? bytes[1] & 0xFF : -1;
        if ((first == 0xFF && second == 0xFE) || (first > 0 && second == 0)) {
            return checked(file, new String(bytes, StandardCharsets.UTF_16LE));
        }
        if ((first == 0xFE && second == 0xFF) || (first == 0 && second > 0)) {
            return checked(file, new String(bytes, StandardCharsets.UTF_16BE));
        }
        String utf8 = new String(bytes, StandardCharsets.UTF_8);
        return checked(file, utf8.indexOf('\uFFFD') < 0 ? utf8 : new String(bytes, Charset.forName("windows-1252")));
    }

    private static String checked(String file, String text) {
        if (text.indexOf('\0') >= 0) {
            throw new SymbolException(
                    file, "this is no text in UTF-8, UTF-16 or windows-1252: it has zero bytes; save it as UTF-8");
        }
        return text;
    }
}
