package io.taktstrom.text;

/**
 * Something wrong in a deployment file or in a file that it imports.
 *
 * @param file as the user named it
 * @param line from 1; 0 when the whole file is meant
 * @param column from 1; 0 when the whole file is meant
 * @param path the place in the file's structure, for example {@code connections.press1.port}; may be empty
 * @param message what is wrong; never the value of a secret
 * @param hint what to do about it; may be empty
 */
public record Problem(String file, int line, int column, String path, String message, String hint) {

    /** {@code file:line:column: path: message; hint}, of which editors and terminals make links. */
    @Override
    public String toString() {
        String place = line == 0 ? file : file + ":" + line + ":" + column;
        String subject = path.isEmpty() ? "" : path + ": ";
        return place + ": " + subject + message + (hint.isEmpty() ? "" : "; " + hint);
    }
}
