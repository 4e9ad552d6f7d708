package io.taktstrom.descriptor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A value that stands elsewhere: {@code ${env:NAME}} in an environment variable, {@code ${file:PATH}} in a file that only
 * its owner can read (of a file of root, also its group), without its last line end. In deployment files, URIs and on the command line alike.
 *
 * <p>No message shows the value, nor a text that is not a reference: it may be a secret by mistake.
 */
public final class Reference {

    /** Its form, as a regular expression that JSON Schema takes too. */
    public static final String PATTERN = "\\$\\{(env:[A-Za-z_][A-Za-z0-9_]*|file:[^}]+)\\}";

    /** What to write, for messages. */
    public static final String FORMS = "write \"${env:NAME}\" or \"${file:PATH}\", and nothing else, as the value";

    private static final Pattern SYNTAX = Pattern.compile(PATTERN);
    private static final int MAX_BYTES = 64 << 10;

    private static final Set<PosixFilePermission> OWNER_ONLY = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private final String text;

    private Reference(String text) {
        this.text = text;
    }

    /** A reference leads to no value: the message says why, the hint what to do. */
    public static final class UnresolvedException extends IllegalArgumentException {

        private static final long serialVersionUID = 1;

        private final String problem;
        private final String hint;

        UnresolvedException(String problem, String hint) {
            super(problem + "; " + hint);
            this.problem = problem;
            this.hint = hint;
        }

        /** What is wrong. */
        public String problem() {
            return problem;
        }

        /** What to do about it. */
        public String hint() {
            return hint;
        }
    }

    /** Whether a text is a reference, or an attempt at one. */
    public static boolean isMeant(String text) {
        return text.contains("${");
    }

    /**
     * Reads a reference.
     *
     * @throws UnresolvedException when the text has neither form
     */
    public static Reference parse(String text) {
        if (!SYNTAX.matcher(text).matches()) {
            throw new UnresolvedException("is not a reference of a known form", FORMS);
        }
        return new Reference(text);
    }

    /**
     * The value: from this process's environment or from a file, whose relative path starts in the working directory.
     *
     * @throws UnresolvedException when there is none
     */
    public String resolve() {
        return resolve(Path.of(""), System::getenv);
    }

    /**
     * The value.
     *
     * @param folder where relative paths start
     * @param environment the value of a variable, or null
     * @throws UnresolvedException when there is none
     */
    public String resolve(Path folder, Function<String, @Nullable String> environment) {
        String target = text.substring(text.indexOf(':') + 1, text.length() - 1);
        if (!text.startsWith("${env:")) {
            return file(folder, target);
        }
        String value = environment.apply(target);
        if (value == null) {
            throw new UnresolvedException("environment variable " + target + " is not set", "set it before the start");
        }
        return value;
    }

    private static String file(Path folder, String path) {
        try {
            Path file = folder.resolve(path);
            if (!Files.exists(file)) {
                throw new UnresolvedException("file " + path + " does not exist", "check the path");
            }
            // A pipe could keep the reader waiting for ever.
            if (!Files.isRegularFile(file)) {
                throw new UnresolvedException("file " + path + " is not a regular file", "name a file of text");
            }
            checkMode(path, file);
            return text(path, file).replaceFirst("\\r?\\n$", "");
        } catch (InvalidPathException e) {
            throw new UnresolvedException("this is not a file path", FORMS);
        }
    }

    /**
     * Whether only those can read a file who may.
     *
     * @param isGiven whether another user, root, gives it to us by its group, as Kubernetes mounts a secret for a pod
     */
    static boolean isClosed(Set<PosixFilePermission> permissions, boolean isGiven) {
        Set<PosixFilePermission> open = EnumSet.noneOf(PosixFilePermission.class);
        open.addAll(permissions);
        open.removeAll(OWNER_ONLY);
        return open.isEmpty() || (isGiven && open.equals(EnumSet.of(PosixFilePermission.GROUP_READ)));
    }

    private static void checkMode(String path, Path file) {
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            boolean isOurs = Files.getOwner(file).getName().equals(System.getProperty("user.name"));
            if (!isClosed(permissions, !isOurs && Integer.valueOf(0).equals(Files.getAttribute(file, "unix:uid")))) {
                throw new UnresolvedException(
                        "file " + path + " is open to others (" + PosixFilePermissions.toString(permissions) + ")",
                        "chmod 600 " + path);
            }
        } catch (UnsupportedOperationException e) {
            // A file system without modes cannot be checked.
        } catch (IOException e) {
            throw new UnresolvedException("file " + path + " cannot be checked: " + e.getMessage(), "check the path");
        }
    }

    private static String text(String path, Path file) {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        } catch (IOException e) {
            throw new UnresolvedException(
                    "file " + path + " cannot be read: " + e.getMessage(), "name a file that this user may read");
        }
        if (bytes.length > MAX_BYTES) {
            throw new UnresolvedException(
                    "file " + path + " is larger than " + MAX_BYTES + " bytes",
                    "check that it is the right file, or split it");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new UnresolvedException("file " + path + " is not UTF-8 text", "save it as UTF-8");
        }
    }

    /** As it was written: where the value stands, not the value. */
    @Override
    public String toString() {
        return text;
    }
}
