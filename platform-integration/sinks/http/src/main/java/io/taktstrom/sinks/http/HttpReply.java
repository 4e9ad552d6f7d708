package io.taktstrom.sinks.http;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;

/**
 * What a receiver said.
 *
 * @param status of HTTP
 * @param text the beginning of its body, on one line
 */
record HttpReply(int status, String text) {

    /** Stands for the reply to an empty body. */
    static final HttpReply NOTHING_SENT = new HttpReply(204, "");

    /** More of a body does not fit into a message. */
    private static final int MAX_BYTES = 500;

    /** Reads the beginning of a body, however long it is. */
    static BodySubscriber<String> beginning() {
        ByteArrayOutputStream begin = new ByteArrayOutputStream();
        return BodySubscribers.mapping(
                BodySubscribers.ofByteArrayConsumer(part -> part.ifPresent(
                        bytes -> begin.write(bytes, 0, Math.min(bytes.length, MAX_BYTES - begin.size())))),
                end -> begin.toString(StandardCharsets.UTF_8).strip().replaceAll("[\\s\\p{Cntrl}]+", " "));
    }

    /** The receiver has what it was sent. */
    boolean isTaken() {
        return status >= 200 && status < 300;
    }

    /** It would take less at a time. */
    boolean isTooLarge() {
        return status == 413;
    }

    /** It will never take this: something in it is wrong. */
    boolean isWrong() {
        return status == 400 || status == 422;
    }

    /** For messages. */
    @Override
    public String toString() {
        return "HTTP " + status + (text.isEmpty() ? "" : " " + text);
    }
}
