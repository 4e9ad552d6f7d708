package io.taktstrom.text;

import java.io.Reader;

/**
 * Reads a text in pieces that never end between two surrogates: the YAML scanner's own way to join them fails with an
 * IndexOutOfBoundsException where a piece fills its buffer (snakeyaml-engine 3.0.1).
 */
final class WholeCharacters extends Reader {

    private final String text;
    private int at;

    WholeCharacters(String text) {
        this.text = text;
    }

    @Override
    public int read(char[] buffer, int offset, int length) {
        if (at == text.length()) {
            return -1;
        }
        int end = Math.min(text.length(), at + length);
        if (end < text.length() && end > at + 1 && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        int count = end - at;
        text.getChars(at, end, buffer, offset);
        at = end;
        return count;
    }

    @Override
    public void close() {}
}
