package io.taktstrom.http;

import java.util.function.Consumer;

/** Answers requests. Called by the port's thread, so it must not block. */
@FunctionalInterface
public interface HttpHandler {

    /**
     * Answers a request.
     *
     * @param answer takes one answer, now or later, on any thread; what comes after the client's time is lost
     */
    void handle(HttpRequest request, Consumer<HttpAnswer> answer);
}
