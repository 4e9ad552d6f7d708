package io.taktstrom.sinks.file;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

import io.taktstrom.sinks.format.Template;
import org.jspecify.annotations.Nullable;

/**
 * The files that one template gives as time goes by: the one that is written now, and those that are complete.
 *
 * <pre>
 *   logs/{date:yyyy-MM-dd}.jsonl   at 2026-11-22   logs/2026-11-22.jsonl
 *                                  set aside       logs/2026-11-22.20261122T070509.001Z.jsonl
 *                                  compressed      logs/2026-11-21.jsonl.gz
 * </pre>
 *
 * <p>A file is of the family when the whole of its name could have been made so: what is not ours is neither compressed nor
 * removed. Immutable, thread-safe.
 */
final class FileFamily {

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final Pattern STAMPED = Pattern.compile("\\.\\d{8}T\\d{6}\\.\\d{3}Z(?=(\\.[^./]*)?$)");

    private final Template template;
    private final Function<String, Path> paths;
    private final Pattern shape;
    /** As it stands in the template, with a slash at its end, or empty. */
    private final String folder;

    /**
     * @param template with all but dates filled in
     * @param paths turns a path of the deployment into one that can be opened
     */
    FileFamily(Template template, Function<String, Path> paths) {
        this.template = template;
        this.paths = paths;
        shape = template.shape();
        folder = template.start().substring(0, template.start().lastIndexOf('/') + 1);
    }

    /** The file to write at this time. */
    Path at(long epochNanos) {
        return paths.apply(template.at(epochNanos).complete());
    }

    /**
     * The name under which a file is kept that is complete and whose own name is needed again: of this time, or of the next
     * millisecond that is free. Small files are full within one, and a clock may be set back.
     */
    static Path aside(Path file, long epochNanos) {
        long millis = Math.floorDiv(epochNanos, 1_000_000);
        Path aside = stamped(file, millis);
        while (Files.exists(aside, LinkOption.NOFOLLOW_LINKS)) {
            aside = stamped(file, ++millis);
        }
        return aside;
    }

    private static Path stamped(Path file, long epochMillis) {
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.');
        String stamp = STAMP.format(Instant.ofEpochMilli(epochMillis));
        return file.resolveSibling(
                dot < 1 ? name + "." + stamp : name.substring(0, dot) + "." + stamp + name.substring(dot));
    }

    /** The folder that has all of them, if need be in folders below it. */
    Path root() {
        Path folderOfAny = paths.apply(folder + "any").toAbsolutePath().getParent();
        if (folderOfAny == null) {
            throw new IllegalStateException("a file is always in a folder: " + template);
        }
        return folderOfAny;
    }

    /** Whether another time gives another file. */
    boolean isDated() {
        return template.has(Template.Name.DATE);
    }

    /**
     * All files of the family that are there, in no order; each by its absolute path.
     *
     * @param finish what has become of some of them
     */
    List<Path> files(@Nullable Finish finish) throws IOException {
        Path root = root();
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        String below = template.at(0).complete().substring(folder.length());
        int depth = 1 + (int) below.chars().filter(c -> c == '/').count();
        List<Path> ours = new ArrayList<>();
        // Not Files.walk, which fails on a file that another one renames or deletes meanwhile.
        Files.walkFileTree(root, Set.of(), depth, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile() && isOurs(root, file, finish)) {
                    ours.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }
        });
        return ours;
    }

    private boolean isOurs(Path root, Path file, @Nullable Finish finish) {
        String path = folder + root.relativize(file).toString().replace(File.separatorChar, '/');
        String original =
                finish == null ? null : finish.unfinished(file.getFileName().toString());
        String name = original == null ? path : path.substring(0, path.lastIndexOf('/') + 1) + original;
        return shape.matcher(name).matches()
                || shape.matcher(STAMPED.matcher(name).replaceFirst("")).matches();
    }
}
