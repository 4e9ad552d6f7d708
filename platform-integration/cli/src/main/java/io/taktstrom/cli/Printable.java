package io.taktstrom.cli;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.runtime.format.TextBuffer;
import io.taktstrom.runtime.format.ValueText;

/** Text from a device, made safe for a terminal: an escape sequence in a comment must not move the cursor. */
final class Printable {

    private Printable() {}

    /** The same text with each control character as {@code \}{@code u001b}. */
    static String of(String text) {
        if (text.codePoints().noneMatch(Character::isISOControl)) {
            return text;
        }
        StringBuilder safe = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (Character.isISOControl(c)) {
                safe.append("\\u%04x".formatted(c));
            } else {
                safe.appendCodePoint(c);
            }
        });
        return safe.toString();
    }

    /** A sample's value; {@code -} when its status is Bad. */
    static String value(SampleBatch batch, int i) {
        if (StatusCode.isBad(batch.statusAt(i))) {
            return "-";
        }
        TextBuffer text = new TextBuffer();
        ValueText.text(batch, i, text);
        return of(text.toString());
    }
}
