package io.taktstrom.cli.terminal;

import java.io.Writer;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lets colours pass besides lines, and nothing else that is not {@link Printable}. One thread. */
final class HelpWriter extends Writer {

    /** Select graphic rendition: ECMA-48, 8.3.117. */
    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");

    private final Consumer<String> out;
    private final StringBuilder text = new StringBuilder();

    HelpWriter(Consumer<String> out) {
        this.out = out;
    }

    @Override
    public void write(char[] characters, int offset, int length) {
        text.append(characters, offset, length);
    }

    @Override
    public void flush() {
        StringBuilder safe = new StringBuilder();
        Matcher colour = COLOUR.matcher(text);
        int from = 0;
        while (colour.find()) {
            safe.append(Printable.lines(text.substring(from, colour.start()))).append(colour.group());
            from = colour.end();
        }
        out.accept(safe.append(Printable.lines(text.substring(from))).toString());
        text.setLength(0);
    }

    @Override
    public void close() {
        flush();
    }
}
