package io.taktstrom.cli.profile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

import io.taktstrom.cli.terminal.Printable;

/**
 * A tree of frames as a picture: who calls stands above whom it calls, and the wider, the more often it was seen. As SVG, or as a page that
 * can be searched and looked into; either is one file that loads nothing else. Foreign names are text in it, whatever they say.
 */
final class FlameGraph {

    private static final int WIDTH = 1200;
    private static final int ROW = 18;
    private static final int HEAD = 34;
    private static final double CHARACTER = 6.6;
    /** Narrower ones cannot be told apart in a picture; on a page they can be looked into. */
    private static final double LEAST_WIDTH = 3;

    private static final double LEAST_WIDTH_ON_A_PAGE = 0.5;
    /** Pictures are shown to others, and some threads and libraries are named after a file: its own name is drawn, not where it lies. */
    private static final Pattern FOLDERS = Pattern.compile("(?<![\\w.:/])/(?:[^/\\s]+/)+");

    private final FrameTree root;
    private final String title;
    private final double leastWidth;
    private final StringBuilder frames = new StringBuilder();
    private int lowest = HEAD;

    private FlameGraph(FrameTree root, String title, double leastWidth) {
        this.root = root;
        this.title = title;
        this.leastWidth = leastWidth;
    }

    /** The picture alone. */
    static String svg(FrameTree root, String title) {
        return new FlameGraph(root, title, LEAST_WIDTH).draw();
    }

    /** The picture on a page, with a search field; a click shows a frame in full width. */
    static String page(FrameTree root, String title) throws IOException {
        String template = resource("flame.html");
        return template.replace("@TITLE@", escaped(title))
                .replace("@SVG@", new FlameGraph(root, title, LEAST_WIDTH_ON_A_PAGE).draw());
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = FlameGraph.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException(name + " is missing in the jar; rebuild it");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String draw() {
        if (root.weight() > 0) {
            frame(root, 0, 0, WIDTH);
        }
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + WIDTH + " " + (lowest + ROW + 4)
                + "\" font-family=\"monospace\" font-size=\"11\" role=\"img\">\n"
                + "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
                + "<text x=\"4\" y=\"20\" font-size=\"14\">" + escaped(title) + "</text>\n" + frames + "</svg>\n";
    }

    private void frame(FrameTree frame, int depth, double x, double width) {
        if (width < leastWidth) {
            return;
        }
        int y = HEAD + depth * ROW;
        lowest = Math.max(lowest, y);
        String name = FOLDERS.matcher(frame.name()).replaceAll("");
        frames.append(String.format(
                Locale.ROOT,
                "<g class=\"f\"><title>%s: %,d samples, %.1f %%</title><rect x=\"%.2f\" y=\"%d\" width=\"%.2f\""
                        + " height=\"%d\" fill=\"%s\" stroke=\"#ffffff\" stroke-width=\"0.5\"/>",
                escaped(name),
                frame.weight(),
                100.0 * frame.weight() / root.weight(),
                x,
                y,
                width,
                ROW - 1,
                colour(name, depth)));
        int room = (int) ((width - 4) / CHARACTER);
        if (room > 2) {
            String text = escaped(shortened(name, room));
            frames.append(String.format(Locale.ROOT, "<text x=\"%.2f\" y=\"%d\">%s</text>", x + 2, y + 13, text));
        }
        frames.append("</g>\n");
        double at = x;
        for (FrameTree callee : frame.callees()) {
            double part = width * callee.weight() / frame.weight();
            frame(callee, depth + 1, at, part);
            at += part;
        }
    }

    /** What matters of a long name is its end. */
    private static String shortened(String name, int room) {
        if (name.length() <= room) {
            return name;
        }
        String last = name.substring(name.lastIndexOf('.', Math.max(0, name.lastIndexOf('.') - 1)) + 1);
        return last.length() <= room ? last : last.substring(0, room - 1) + "\u2026";
    }

    private static String colour(String name, int depth) {
        if (depth < 2) {
            return "#d9d9d9";
        }
        if (name.startsWith("io.taktstrom.")) {
            return "#f5a35c";
        }
        if (name.startsWith("java.") || name.startsWith("jdk.") || name.startsWith("sun.")) {
            return "#9cc3e6";
        }
        // Native frames have no package.
        return name.indexOf('.') < 0 ? "#a9d6a0" : "#e3d27a";
    }

    /** Text for XML and HTML, in an element or between quotes; what cannot be shown is spelled out. */
    static String escaped(String text) {
        StringBuilder safe = new StringBuilder(text.length() + 16);
        for (char c : Printable.of(text).toCharArray()) {
            switch (c) {
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '&' -> safe.append("&amp;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                default -> safe.append(c);
            }
        }
        return safe.toString();
    }
}
