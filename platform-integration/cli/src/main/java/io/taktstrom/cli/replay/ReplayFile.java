package io.taktstrom.cli.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.model.Glob;

/**
 * A record, and those of its points that are replayed.
 *
 * @param all points of the record
 */
public record ReplayFile(Path file, List<ReplayPoint> all, List<ReplayPoint> points) {

    /**
     * Reads the model.
     *
     * @param match which points
     * @throws InvalidFileException when there is none, or no such point
     */
    public static ReplayFile of(Path file, String match) {
        if (!Files.isRegularFile(file)) {
            throw new InvalidFileException(file + ": no such file; 'takt record' makes one");
        }
        List<ReplayPoint> all = ReplayModel.read(ReplayModel.beside(file));
        Glob glob = Glob.of(match);
        List<ReplayPoint> points =
                all.stream().filter(point -> glob.matches(point.name())).toList();
        if (points.isEmpty()) {
            throw new InvalidFileException(file + ": none of the record's " + all.size() + " points is " + match + "; "
                    + ReplayModel.beside(file) + " lists them");
        }
        return new ReplayFile(file, all, points);
    }

    ReplaySchedule open(long shift, Consumer<String> note) throws IOException {
        ReplayReader reader = new ReplayReader(file, all, points, note);
        try {
            return new ReplaySchedule(reader, points.size(), shift);
        } catch (IOException | RuntimeException e) {
            reader.close();
            throw e;
        }
    }
}
