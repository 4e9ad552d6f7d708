package io.taktstrom.oktoflow.ivml;

import java.util.List;

/** Text with indented blocks. */
final class IvmlText {

    private final StringBuilder text = new StringBuilder();
    private int depth;

    /** A line; line feeds before it stay. */
    void line(String line) {
        String rest = line;
        while (rest.startsWith("\n")) {
            text.append('\n');
            rest = rest.substring(1);
        }
        text.append(rest.isEmpty() ? "" : "    ".repeat(depth)).append(rest).append('\n');
    }

    void open(String head) {
        line(head + " {");
        depth++;
    }

    void close(String end) {
        depth--;
        line(end);
    }

    /** A block of items with commas between. */
    void block(String head, List<String> items, String end) {
        open(head);
        for (int i = 0; i < items.size(); i++) {
            line(items.get(i) + (i + 1 < items.size() ? "," : ""));
        }
        close(end);
    }

    String text() {
        return text.toString();
    }
}
