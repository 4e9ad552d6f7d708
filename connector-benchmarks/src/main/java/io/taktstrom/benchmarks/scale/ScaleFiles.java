package io.taktstrom.benchmarks.scale;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.Connectors;

/** A deployment file with many connections, and the lists of their points that it imports. */
final class ScaleFiles {

    private static final int ROWS = 100_000;

    private ScaleFiles() {}

    /** Writes them; the deployment's own file is returned. */
    static Path write(Path folder, Way way, List<String> uris, int points, String cycle) throws IOException {
        Path file = folder.resolve("scale.yaml");
        int lists = writePoints(folder, way, uris.size(), points);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("connections:\n");
            for (int i = 0; i < uris.size(); i++) {
                out.write("  c" + i + ": {" + connection(uris.get(i)) + way.options(points) + "}\n");
            }
            out.write("scanClasses:\n  slow: " + way.scan(cycle) + "\npoints:\n");
            for (int i = 0; i < lists; i++) {
                out.write("  - {import: points" + i + ".csv, scan: slow}\n");
            }
            out.write("streams:\n  - {from: \"**\", to: count, ring: {capacity: 262144}}\n");
            out.write("sinks:\n  count: {type: console}\n");
        }
        return file;
    }

    private static String connection(String uri) {
        Endpoint endpoint = Connectors.providerOf(uri).descriptor().parse(uri);
        StringBuilder text = new StringBuilder(
                "type: " + endpoint.scheme() + ", host: " + endpoint.host() + ", port: " + endpoint.port());
        endpoint.options()
                .forEach((name, value) -> text.append(", ")
                        .append(name)
                        .append(": \"")
                        .append(value)
                        .append('"'));
        return text.toString();
    }

    /** How many lists there are. */
    private static int writePoints(Path folder, Way way, int connections, int points) throws IOException {
        int all = connections * points;
        int lists = 0;
        for (int from = 0; from < all; from += ROWS) {
            try (BufferedWriter out = Files.newBufferedWriter(folder.resolve("points" + lists++ + ".csv"))) {
                out.write("name,address,on\n");
                for (int row = from; row < Math.min(all, from + ROWS); row++) {
                    String connection = "c" + row / points;
                    int point = row % points;
                    out.write(connection + ".v" + point + "," + way.address(point) + "," + connection + "\n");
                }
            }
        }
        return lists;
    }
}
