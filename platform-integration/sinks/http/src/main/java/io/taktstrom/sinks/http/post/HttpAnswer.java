package io.taktstrom.sinks.http.post;

/**
 * What a receiver said.
 *
 * @param status of HTTP
 * @param text the beginning of its body, on one line
 */
public record HttpAnswer(int status, String text) {

    /** Stands for the answer to an empty body. */
    public static final HttpAnswer NOTHING_SENT = new HttpAnswer(204, "");

    /** The receiver has what it was sent. */
    public boolean isTaken() {
        return status >= 200 && status < 300;
    }

    /** It would take less at a time. */
    public boolean isTooLarge() {
        return status == 413;
    }

    /** It will never take this: something in it is wrong. */
    public boolean isWrong() {
        return status == 400 || status == 422;
    }

    /** For messages. */
    @Override
    public String toString() {
        return "HTTP " + status + (text.isEmpty() ? "" : " " + text);
    }
}
