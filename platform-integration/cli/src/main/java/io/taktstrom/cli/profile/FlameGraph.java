package io.taktstrom.cli.profile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;

import io.taktstrom.cli.terminal.Printable;

/**
 * A tree of frames as a picture: callers above callees, as wide as their number of samples. As SVG, or as a page with search and
 * zoom; either is one file that loads nothing else. Foreign names are text in it, whatever they contain.
 */
final class FlameGraph {

    private static final int WIDTH = 1200;
    private static final int ROW = 18;
    private static final int HEAD = 34;
    private static final double CHARACTER = 6.6;
    /** Narrower frames are not drawn; on a page there is zoom. */
    private static final double LEAST_WIDTH = 3;

    private static final double LEAST_WIDTH_ON_A_PAGE = 0.5;
    /** Pictures are published, and some threads and libraries are named after a file: its name is drawn without its folders. */
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

    /** The picture on a page, with a search field; a click zooms into a frame. */
    static String page(FrameTree root, String title) throws IOException {
        try (InputStream in = Objects.requireNonNull(FlameGraph.class.getResourceAsStream("flame.html"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("@TITLE@", escaped(title))
                    .replace("@SVG@", new FlameGraph(root, title, LEAST_WIDTH_ON_A_PAGE).draw());
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

    /** The end of a long name. */
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

    /** Text for XML and HTML, in an element or between quotes; unprintable characters are escaped. */
    static String escaped(String text) {
        return Printable.of(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
