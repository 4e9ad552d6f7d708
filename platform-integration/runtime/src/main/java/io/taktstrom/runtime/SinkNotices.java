package io.taktstrom.runtime;

import java.util.function.Consumer;

import io.taktstrom.sink.SinkObserver;

/** Passes on what sinks have to say, and measures nothing. */
record SinkNotices(Consumer<String> notices) implements SinkObserver {

    @Override
    public void onNotice(String message) {
        notices.accept(message);
    }
}
