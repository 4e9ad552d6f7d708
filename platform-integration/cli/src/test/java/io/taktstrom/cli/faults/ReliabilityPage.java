package io.taktstrom.cli.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes what came of the faults into {@code docs/reliability.md}, between its markers. */
final class ReliabilityPage {

    private static final Path FILE = Path.of("..", "..", "docs", "reliability.md");
    private static final String BEGIN = "<!-- written by: ./takt test faults -->";
    private static final String END = "<!-- /written -->";
    private static final String HEAD = """
            | With | How | Noticed after | Recovered after | Lost, marked | Lost, unmarked | Repeated | Promise | |
            |---|---|---|---|---|---|---|---|---|
            """;

    private ReliabilityPage() {}

    static void write(List<Row> rows, long seed, String machine) throws IOException {
        String text = Files.readString(FILE);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        long notRun = rows.stream().filter(row -> !row.ran()).count();
        long broken = rows.stream().filter(row -> row.failure() != null).count();
        String head = "Seed %d: %d rows played, %d not run, %d promises broken. %s."
                .formatted(seed, rows.size() - notRun, notRun, broken, machine);
        Files.writeString(
                FILE,
                text.substring(0, begin) + "\n\n" + head + "\n" + body(rows) + "\n"
                        + text.substring(text.indexOf(END)));
    }

    private static String body(List<Row> rows) {
        Map<String, List<Row>> faults = new TreeMap<>(rows.stream()
                .collect(Collectors.groupingBy(row -> "%02d. %s".formatted(row.number(), row.name()))));
        StringBuilder body = new StringBuilder();
        faults.forEach((fault, found) -> {
            body.append("\n### ")
                    .append(fault.replaceFirst("^0", ""))
                    .append("\n\n")
                    .append(HEAD);
            found.forEach(row -> body.append(row.markdown()).append('\n'));
        });
        return body.toString();
    }
}
