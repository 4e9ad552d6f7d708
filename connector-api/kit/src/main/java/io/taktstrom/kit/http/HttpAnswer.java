package io.taktstrom.kit.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * An answer of a small HTTP server (RFC 9112), after which the connection ends.
 *
 * @param headers further ones, each with its line's end
 */
public record HttpAnswer(int code, String headers, String body) {

    public static HttpAnswer page(int code, String type, String text) {
        return new HttpAnswer(code, "Content-Type: " + type + "; charset=utf-8\r\n", text);
    }

    public static HttpAnswer refusal(int code) {
        return new HttpAnswer(code, "", "");
    }

    /** The method is not one of those that work here. */
    public static HttpAnswer onlyBy(String method) {
        return new HttpAnswer(405, "Allow: " + method + "\r\n", "");
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
            case 431 -> "Request Header Fields Too Large";
            case 502 -> "Bad Gateway";
            case 503 -> "Service Unavailable";
            case 504 -> "Gateway Timeout";
            default -> "";
        };
    }

    ByteBuffer bytes() {
        byte[] text = body.getBytes(StandardCharsets.UTF_8);
        byte[] head = ("HTTP/1.1 " + code + " " + reason(code) + "\r\n" + headers + "Content-Length: " + text.length
                        + "\r\nConnection: close\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(head.length + text.length)
                .put(head)
                .put(text)
                .flip();
    }
}
