package io.taktstrom.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * All tables and plots in one file that needs nothing beside it: no script, no font, no picture from elsewhere. The first speed or time in
 * a row is drawn as a bar behind it. One thread.
 */
public final class HtmlReport {

    private static final Pattern PICTURE = Pattern.compile("!\\[([^]]*)]\\(([^)]*)\\)");
    /** Of a column whose numbers are drawn: how many a second, or how long. */
    private static final Pattern DRAWN = Pattern.compile("(?!rate).*/s|ns/.*|p99 [µm]s|p50 / p99 µs");

    private static final Pattern NUMBER = Pattern.compile("\\**([0-9][0-9,]*(?:\\.[0-9]+)?)\\**(?: /.*)?");
    private static final Pattern LINK = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");

    private final StringBuilder contents = new StringBuilder();
    private final StringBuilder body = new StringBuilder();
    private final Path docs;
    private final String doubt;

    /**
     * A report without experiments.
     *
     * @param docs the folder that pictures are named from
     * @param doubt what speaks against all of it; empty for nothing
     */
    public HtmlReport(Path docs, String doubt) {
        this.docs = docs;
        this.doubt = doubt;
    }

    /** Adds what an experiment has on its page. */
    public void add(String name, String title, List<String> markdown) throws IOException {
        contents.append("<li><a href=\"#")
                .append(escaped(name))
                .append("\">")
                .append(escaped(title))
                .append("</a></li>\n");
        body.append("<h2 id=\"")
                .append(escaped(name))
                .append("\">")
                .append(escaped(title))
                .append("</h2>\n");
        List<List<String>> table = new ArrayList<>();
        for (String line : markdown) {
            if (line.startsWith("|")) {
                row(line, table);
            } else {
                table(table);
                paragraph(line);
            }
        }
        table(table);
    }

    private static void row(String line, List<List<String>> table) {
        String cells = line.substring(1, line.lastIndexOf('|'));
        if (!cells.matches("[-:|]+")) {
            table.add(Stream.of(cells.split("\\|", -1)).map(String::strip).toList());
        }
    }

    /** Writes the rows that there are, the head first, and forgets them. */
    private void table(List<List<String>> rows) {
        if (rows.isEmpty()) {
            return;
        }
        int drawn = drawn(rows.get(0));
        double most = rows.stream().mapToDouble(row -> number(row, drawn)).max().orElse(0);
        body.append("<div class=\"wide\"><table>\n");
        for (int i = 0; i < rows.size(); i++) {
            String tag = i == 0 ? "th" : "td";
            body.append("<tr>");
            for (int column = 0; column < rows.get(i).size(); column++) {
                body.append('<').append(tag);
                if (i > 0 && column == drawn && most > 0) {
                    bar(number(rows.get(i), drawn) / most);
                }
                body.append('>')
                        .append(inline(rows.get(i).get(column)))
                        .append("</")
                        .append(tag)
                        .append('>');
            }
            body.append("</tr>\n");
        }
        body.append("</table></div>\n");
        rows.clear();
    }

    private static int drawn(List<String> head) {
        for (int column = 1; column < head.size(); column++) {
            if (DRAWN.matcher(head.get(column)).matches()) {
                return column;
            }
        }
        return -1;
    }

    /** 0 where there is none. */
    private static double number(List<String> row, int column) {
        Matcher number = NUMBER.matcher(column >= 0 && column < row.size() ? row.get(column) : "");
        return number.matches() ? Double.parseDouble(number.group(1).replace(",", "")) : 0;
    }

    private void bar(double share) {
        body.append(String.format(Locale.ROOT, " class=\"bar\" style=\"background-size:%.1f%% 100%%\"", 100 * share));
    }

    private void paragraph(String line) throws IOException {
        Matcher picture = PICTURE.matcher(line);
        if (picture.matches()) {
            String svg = Files.readString(docs.resolve(picture.group(2)));
            // What stands before the picture itself is for files of their own.
            body.append("<figure>").append(svg.substring(svg.indexOf("<svg"))).append("</figure>\n");
        } else if (!line.isBlank()) {
            // Lists are of doubts, and of nothing else.
            boolean against = line.startsWith("- ");
            body.append(against ? "<p class=\"doubt\">" : "<p>")
                    .append(inline(against ? line.substring(2) : line))
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
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.writeString(
                file,
                """
                <!DOCTYPE html>
                <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
                <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
                <title>Taktstrom: measured</title><style>
                body{font:15px/1.5 system-ui,sans-serif;max-width:1100px;margin:2em auto;padding:0 1em;color:#222;background:#fff}
                h2{margin-top:2.5em;border-top:1px solid #ccc;padding-top:1em}ul{columns:2 26em;padding-left:1.2em}a{color:#0b57a4}
                .wide{overflow-x:auto}table{border-collapse:collapse;margin:1em 0;font-size:14px}
                th,td{border:1px solid #ccc;padding:.25em .6em;text-align:left}th{background:#f2f2f2}
                td:not(:first-child){font-variant-numeric:tabular-nums}tr:hover td{background-color:#f7f7f7}
                .bar{background-image:linear-gradient(#cfe3f7,#cfe3f7);background-repeat:no-repeat}
                p{color:#555}figure{margin:1em 0}svg{max-width:100%;height:auto}
                .doubt{background:#fff3cd;border-left:4px solid #b8860b;padding:.4em .8em;color:#222}
                </style></head><body>
                <h1>Taktstrom: measured</h1>
                <p>Contenders of a table ran in turns, each in a process of its own, against the same server: what slowed the machine slowed
                all of them. Where there is a <b>limit</b>, it is the same bytes over a bare socket, which nobody can beat; the last column
                says how near a contender comes, with the interval that 95 of 100 such runs would be in. A bar is as long as its number,
                within its table. Below each table stand its command, its machine and how busy that was; what speaks against the
                figures is yellow.</p>
                """ + (doubt.isEmpty() ? "" : "<p class=\"doubt\">" + escaped(doubt) + "</p>\n") + "<ul>\n" + contents
                        + "</ul>\n" + body + "</body></html>\n");
    }
}
