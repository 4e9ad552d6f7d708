package io.taktstrom.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** All tables and plots in one file that needs nothing beside it: no script, no font, no picture from elsewhere. One thread. */
public final class HtmlReport {

    private static final Pattern PICTURE = Pattern.compile("!\\[([^]]*)]\\(([^)]*)\\)");
    private static final Pattern LINK = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");

    private final StringBuilder body = new StringBuilder();
    private final Path docs;

    /** @param docs the folder that pictures are named from */
    public HtmlReport(Path docs) {
        this.docs = docs;
    }

    /** Adds what an experiment has on its page. */
    public void add(String name, String title, List<String> markdown) throws IOException {
        body.append("<h2 id=\"")
                .append(escaped(name))
                .append("\">")
                .append(escaped(title))
                .append("</h2>\n");
        boolean inTable = false;
        for (String line : markdown) {
            boolean row = line.startsWith("|");
            if (row != inTable) {
                body.append(row ? "<table>\n" : "</table>\n");
            }
            if (row) {
                row(line, !inTable);
            } else {
                paragraph(line);
            }
            inTable = row;
        }
        if (inTable) {
            body.append("</table>\n");
        }
    }

    private void row(String line, boolean head) {
        String cells = line.substring(1, line.lastIndexOf('|'));
        if (cells.matches("[-:|]+")) {
            return;
        }
        String tag = head ? "th" : "td";
        body.append("<tr>");
        for (String cell : cells.split("\\|", -1)) {
            body.append('<')
                    .append(tag)
                    .append('>')
                    .append(inline(cell.strip()))
                    .append("</")
                    .append(tag)
                    .append('>');
        }
        body.append("</tr>\n");
    }

    private void paragraph(String line) throws IOException {
        Matcher picture = PICTURE.matcher(line);
        if (picture.matches()) {
            String svg = Files.readString(docs.resolve(picture.group(2)));
            // What stands before the picture itself is for files of their own.
            body.append("<figure>").append(svg.substring(svg.indexOf("<svg"))).append("</figure>\n");
        } else if (!line.isBlank()) {
            // Lists are of doubts, and of nothing else.
            body.append(line.startsWith("- ") ? "<p class=\"doubt\">" : "<p>")
                    .append(inline(line))
                    .append("</p>\n");
        }
    }

    private static String inline(String text) {
        return LINK.matcher(escaped(text))
                .replaceAll("$1")
                .replaceAll("`([^`]*)`", "<code>$1</code>")
                .replaceAll("\\*\\*([^*]*)\\*\\*", "<b>$1</b>");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** Writes the file. */
    public void write(Path file) throws IOException {
        Files.writeString(file, """
                <!DOCTYPE html>
                <html lang="en"><head><meta charset="utf-8"><title>Taktstrom: measured</title><style>
                body{font:15px/1.5 system-ui,sans-serif;max-width:1100px;margin:2em auto;padding:0 1em;color:#222}
                table{border-collapse:collapse;margin:1em 0;font-size:14px}th,td{border:1px solid #ccc;padding:.25em .6em;text-align:left}
                th{background:#f2f2f2}td:not(:first-child){font-variant-numeric:tabular-nums}p{color:#555}figure{margin:1em 0}svg{max-width:100%;height:auto}
                .doubt{background:#fff3cd;border-left:4px solid #b8860b;padding:.4em .8em;color:#222}
                </style></head><body>
                <h1>Taktstrom: measured</h1>
                """ + body + "</body></html>\n");
    }
}
