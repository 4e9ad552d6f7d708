package io.taktstrom.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/** The files of the page, out of our jar and the plot library's. */
final class PageFiles {

    private static final Pattern OWN = Pattern.compile("/app/([a-z]+\\.(?:js|css|svg))");
    private static final Map<String, String> TYPES =
            Map.of("html", "text/html", "js", "text/javascript", "css", "text/css", "svg", "image/svg+xml");

    private final Map<String, String> libraries;

    /** A file with its type. */
    record PageFile(String type, String text) {}

    PageFiles() {
        Properties properties = new Properties();
        try (InputStream in = PageFiles.class.getResourceAsStream("libraries.properties")) {
            if (in == null) {
                throw new IllegalStateException("libraries.properties is missing in the jar; rebuild it");
            }
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("read libraries.properties: " + e.getMessage(), e);
        }
        String uplot = properties.getProperty("uplot");
        libraries = Map.of("/lib/uplot.js", uplot + "uPlot.esm.js", "/lib/uplot.css", uplot + "uPlot.min.css");
    }

    /** Null when there is none of this path. */
    @Nullable
    PageFile at(String path) {
        String resource = resource(path);
        if (resource == null) {
            return null;
        }
        try (InputStream in = PageFiles.class.getResourceAsStream(resource)) {
            String ending = resource.substring(resource.lastIndexOf('.') + 1);
            return in == null
                    ? null
                    : new PageFile(
                            TYPES.getOrDefault(ending, "text/plain"),
                            new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("read " + resource + ": " + e.getMessage(), e);
        }
    }

    private @Nullable String resource(String path) {
        if (path.equals("/")) {
            return "app/index.html";
        }
        Matcher own = OWN.matcher(path);
        return own.matches() ? "app/" + own.group(1) : libraries.get(path);
    }
}
