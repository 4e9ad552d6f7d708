package io.taktstrom.cli.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * An answer of a small HTTP server (RFC 9112), after which the connection ends.
 *
 * @param headers further ones, each with its line's end
 */
record HttpAnswer(int code, String reason, String headers, String body) {

    static HttpAnswer page(int code, String type, String text) {
        return new HttpAnswer(
                code,
                code == 200 ? "OK" : "Service Unavailable",
                "Content-Type: " + type + "; charset=utf-8\r\n",
                text);
    }

    static HttpAnswer refusal(int code, String reason) {
        return new HttpAnswer(code, reason, code == 405 ? "Allow: GET\r\n" : "", "");
    }

    ByteBuffer bytes() {
        byte[] text = body.getBytes(StandardCharsets.UTF_8);
        byte[] head = ("HTTP/1.1 " + code + " " + reason + "\r\n" + headers + "Content-Length: " + text.length
                        + "\r\nConnection: close\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(head.length + text.length)
                .put(head)
                .put(text)
                .flip();
    }
}
