package io.taktstrom.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

/**
 * An answer of a small HTTP server (RFC 9112), after which the connection ends.
 *
 * @param headers further ones, each with its line's end
 * @param stream sends what follows the head; null for an answer that consists of its body
 */
public record HttpAnswer(
        int code, String headers, String body, @Nullable HttpStream stream) {

    public HttpAnswer(int code, String headers, String body) {
        this(code, headers, body, null);
    }

    /** An answer that lasts until one side ends it. */
    public static HttpAnswer streaming(String headers, HttpStream stream) {
        return new HttpAnswer(200, headers, "", stream);
    }

    /** The present state: not cacheable, and of the stated type. */
    public static HttpAnswer page(int code, String type, String text) {
        return new HttpAnswer(
                code,
                "Content-Type: " + type
                        + "; charset=utf-8\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n",
                text);
    }

    /** A line of text. */
    public static HttpAnswer says(int code, String text) {
        return page(code, "text/plain", text + "\n");
    }

    public static HttpAnswer refusal(int code) {
        return new HttpAnswer(code, "", "");
    }

    /**
     * The method is not one of those that work here.
     *
     * @param methods that do, with commas between them
     */
    public static HttpAnswer onlyBy(String methods) {
        return new HttpAnswer(405, "Allow: " + methods + "\r\n", "");
    }

    /** RFC 9110, 15. */
    private static String reason(int code) {
        return switch (code) {
            case 200 -> "OK";
            case 400 -> "Bad Request";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 409 -> "Conflict";
            case 410 -> "Gone";
            case 411 -> "Length Required";
            case 413 -> "Content Too Large";
            case 415 -> "Unsupported Media Type";
            case 421 -> "Misdirected Request";
            case 422 -> "Unprocessable Content";
            case 429 -> "Too Many Requests";
            case 431 -> "Request Header Fields Too Large";
            case 500 -> "Internal Server Error";
            case 502 -> "Bad Gateway";
            case 503 -> "Service Unavailable";
            case 504 -> "Gateway Timeout";
            default -> "";
        };
    }

    /** @param withBody false for HEAD, which is told how long the body would be */
    ByteBuffer bytes(boolean withBody) {
        byte[] text = body.getBytes(StandardCharsets.UTF_8);
        String length = stream == null ? "Content-Length: " + text.length + "\r\n" : "";
        byte[] head = ("HTTP/1.1 " + code + " " + reason(code) + "\r\n" + headers + length
                        + "Connection: close\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        ByteBuffer bytes =
                ByteBuffer.allocate(head.length + (withBody ? text.length : 0)).put(head);
        return (withBody ? bytes.put(text) : bytes).flip();
    }
}
