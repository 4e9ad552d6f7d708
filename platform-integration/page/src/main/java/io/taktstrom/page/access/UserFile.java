package io.taktstrom.page.access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.descriptor.Reference;
import io.taktstrom.kit.PrivateFiles;
import org.jspecify.annotations.Nullable;

/**
 * The file of users: a line {@code NAME:ROLE:HASH} for each. Empty lines and those that begin with # are comments.
 *
 * <p>It is read as a secret is: a file that others can read is refused.
 */
public final class UserFile {

    /** A line, or the file as a whole, is not as it must be. */
    public static final class InvalidException extends IOException {

        private static final long serialVersionUID = 1;

        InvalidException(String message) {
            super(message);
        }
    }

    private UserFile() {}

    /**
     * The users by name.
     *
     * @throws InvalidException with file and line
     */
    public static Map<String, PageUser> read(Path file) throws IOException {
        Map<String, PageUser> users = new LinkedHashMap<>();
        List<String> lines = lines(file);
        for (int i = 0; i < lines.size(); i++) {
            PageUser user;
            try {
                user = user(lines.get(i));
            } catch (IllegalArgumentException e) {
                throw new InvalidException(file + " line " + (i + 1) + ": " + e.getMessage());
            }
            if (user != null && users.put(user.name(), user) != null) {
                throw new InvalidException(
                        file + " line " + (i + 1) + ": duplicate user '" + user.name() + "'; remove one of the lines");
            }
        }
        return users;
    }

    private static List<String> lines(Path file) throws IOException {
        try {
            return Reference.parse("${file:" + file + "}").resolve().lines().toList();
        } catch (Reference.UnresolvedException e) {
            throw new InvalidException("users: " + e.getMessage() + "; " + e.hint());
        }
    }

    /** Null for a comment. */
    private static @Nullable PageUser user(String line) {
        if (line.isBlank() || line.startsWith("#")) {
            return null;
        }
        String[] parts = line.strip().split(":", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("expected NAME:ROLE:HASH, found " + parts.length
                    + (parts.length == 1 ? " part" : " parts") + "; 'takt user add' writes such lines");
        }
        Role role = Role.of(parts[1])
                .orElseThrow(() -> new IllegalArgumentException("unknown role; use viewer, operator or admin"));
        return new PageUser(parts[0], role, parts[2]);
    }

    /** Adds a user, or replaces the one of this name. Other lines stay as they are; a file that is not there is made, for its owner alone. */
    public static void put(Path file, PageUser user) throws IOException {
        List<String> lines = new ArrayList<>(Files.exists(file) ? checked(file) : List.of());
        String line = user.name() + ":" + user.role() + ":" + user.hash();
        int place = place(lines, user.name());
        if (place < 0) {
            lines.add(line);
        } else {
            lines.set(place, line);
        }
        write(file, lines);
    }

    /** Removes a user; false when there is none of this name. */
    public static boolean remove(Path file, String name) throws IOException {
        List<String> lines = new ArrayList<>(checked(file));
        int place = place(lines, name);
        if (place >= 0) {
            lines.remove(place);
            write(file, lines);
        }
        return place >= 0;
    }

    private static List<String> checked(Path file) throws IOException {
        read(file);
        return lines(file);
    }

    private static int place(List<String> lines, String name) {
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).strip().startsWith(name + ":")) {
                return i;
            }
        }
        return -1;
    }

    private static void write(Path file, List<String> lines) throws IOException {
        String text = lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
        PrivateFiles.write(file.toAbsolutePath(), text.getBytes(StandardCharsets.UTF_8));
    }
}
