package io.taktstrom.cli.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The rows of the last whole run, in which those of a run of some take their places. */
final class PlayedRows {

    private static final Path FILE = Path.of("target", "fault-rows.json");
    private static final JsonMapper JSON = new JsonMapper();

    private PlayedRows() {}

    /** @param whole whether these are all */
    static List<Row> with(List<Row> played, boolean whole) throws IOException {
        List<Row> all = new ArrayList<>(
                whole || !Files.exists(FILE)
                        ? List.of()
                        : JSON.readValue(Files.readString(FILE), new TypeReference<List<Row>>() {}));
        for (Row row : played) {
            int place = -1;
            for (int i = 0; i < all.size(); i++) {
                if (isSame(all.get(i), row)) {
                    place = i;
                }
            }
            if (place < 0) {
                all.add(row);
            } else {
                all.set(place, row);
            }
        }
        Files.writeString(FILE, JSON.writeValueAsString(all));
        return all;
    }

    private static boolean isSame(Row one, Row other) {
        return one.number() == other.number()
                && one.name().equals(other.name())
                && one.peer().equals(other.peer());
    }
}
