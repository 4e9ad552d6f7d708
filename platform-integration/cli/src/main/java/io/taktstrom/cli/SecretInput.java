package io.taktstrom.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

import io.taktstrom.deployment.grammar.FileGrammar;
import io.taktstrom.deployment.text.TextFile;

/** A secret, from where others do not see it: never from the command line, which every user of the machine can read. */
final class SecretInput {

    private static final Pattern REFERENCE = Pattern.compile(FileGrammar.REFERENCE_PATTERN);
    private static final long MAX_BYTES = 4096;
    private static final int MAX_TYPED = 1024;

    private static final Set<PosixFilePermission> OF_OTHERS = Set.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);

    private SecretInput() {}

    /**
     * What a reference stands for: {@code ${env:NAME}} or {@code ${file:PATH}}.
     *
     * @throws IllegalArgumentException if it stands for nothing; the message does not repeat the text, which may be a
     *     secret by mistake
     */
    static String refer(String reference) {
        if (!REFERENCE.matcher(reference).matches()) {
            throw new IllegalArgumentException("a secret on the command line can be seen by everybody on this machine;"
                    + " say '${env:NAME}' or '${file:PATH}', or leave it out to be asked");
        }
        String target = reference.substring(reference.indexOf(':') + 1, reference.length() - 1);
        return reference.startsWith("${env:") ? variable(target) : file(target);
    }

    private static String variable(String name) {
        String value = System.getenv(name);
        if (value == null) {
            throw new IllegalArgumentException("environment variable " + name + " is not set; set it before");
        }
        return value;
    }

    private static String file(String path) {
        try {
            Path file = Path.of(path);
            if (Files.exists(file) && isOpenToOthers(file)) {
                throw new IllegalArgumentException("file " + path + " is open to others; chmod 600 " + path);
            }
            return TextFile.read(file, MAX_BYTES).replaceFirst("\\r?\\n$", "");
        } catch (TextFile.UnreadableException e) {
            throw new IllegalArgumentException("file " + path + " " + e.getMessage() + "; " + e.hint(), e);
        } catch (InvalidPathException | IOException e) {
            throw new IllegalArgumentException("file " + path + ": " + e.getMessage() + "; check the path", e);
        }
    }

    private static boolean isOpenToOthers(Path file) throws IOException {
        try {
            return Files.getPosixFilePermissions(file).stream().anyMatch(OF_OTHERS::contains);
        } catch (UnsupportedOperationException e) {
            // A file system without modes cannot be checked.
            return false;
        }
    }

    /**
     * Asks for a secret, which is not shown while it is typed.
     *
     * @throws IllegalArgumentException if nobody can be asked, or only in the open
     */
    static String ask(Terminal terminal, String prompt) throws IOException {
        if (!terminal.inIsLive()) {
            throw new IllegalArgumentException(
                    "nobody is there to be asked for the password; say --password '${env:NAME}' or '${file:PATH}'");
        }
        if (!terminal.isOfProcess()) {
            terminal.err().print(prompt);
            return line(terminal);
        }
        if (!terminal.outIsLive()) {
            throw new IllegalArgumentException("the password cannot be asked for without showing it, because the output"
                    + " is no terminal; say --password '${env:NAME}' or '${file:PATH}'");
        }
        char[] typed = Objects.requireNonNull(System.console(), "a terminal has a console")
                .readPassword("%s", prompt);
        return typed == null ? "" : new String(typed);
    }

    private static String line(Terminal terminal) throws IOException {
        byte[] typed = new byte[MAX_TYPED];
        int length = 0;
        for (int c = terminal.in().read();
                c >= 0 && c != '\n' && length < MAX_TYPED;
                c = terminal.in().read()) {
            typed[length++] = (byte) c;
        }
        return new String(typed, 0, length, StandardCharsets.UTF_8);
    }
}
