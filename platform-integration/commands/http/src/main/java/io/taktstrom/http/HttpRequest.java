package io.taktstrom.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A request that has come as a whole.
 *
 * @param path without its query
 * @param headers by name in small letters; duplicates are joined by a comma
 * @param peer the client's address, for people
 */
public record HttpRequest(String method, String path, Map<String, String> headers, ByteBuffer body, String peer) {

    /** The value of a header; empty when it is not there. */
    public String header(String name) {
        return headers.getOrDefault(name, "");
    }

    /** Whether all but the body of the answer is wanted (RFC 9110, 9.3.2). */
    boolean isHead() {
        return method.equals("HEAD");
    }

    /**
     * Reads what stands before the empty line (RFC 9112, 3 and 5).
     *
     * @return without a body; null when it is not a request
     */
    static @Nullable HttpRequest ofHead(byte[] bytes, int length, String peer) {
        String[] lines = new String(bytes, 0, length, StandardCharsets.ISO_8859_1).split("\n", -1);
        String[] first = lines[0].strip().split(" ", -1);
        if (first.length != 3 || !first[2].startsWith("HTTP/1.")) {
            return null;
        }
        Map<String, String> headers = new HashMap<>();
        for (int i = 1; i < lines.length && !lines[i].isBlank(); i++) {
            int colon = lines[i].indexOf(':');
            // A name with a space in it, or a line that goes on with the one before, is how requests are smuggled.
            if (colon < 1 || lines[i].substring(0, colon).chars().anyMatch(c -> c <= ' ')) {
                return null;
            }
            String name = lines[i].substring(0, colon).toLowerCase(Locale.ROOT);
            headers.merge(name, lines[i].substring(colon + 1).strip(), (one, other) -> one + ", " + other);
        }
        int query = first[1].indexOf('?');
        String path = query < 0 ? first[1] : first[1].substring(0, query);
        return new HttpRequest(first[0], path, Map.copyOf(headers), ByteBuffer.allocate(0), peer);
    }

    HttpRequest withBody(ByteBuffer newBody) {
        return new HttpRequest(method, path, headers, newBody, peer);
    }

    /** How long the body is, 0 without one; negative when the header says nothing that can be. */
    long bodyBytes() {
        String length = header("content-length");
        return length.isEmpty() ? 0 : length.matches("\\d{1,18}") ? Long.parseLong(length) : -1;
    }
}
