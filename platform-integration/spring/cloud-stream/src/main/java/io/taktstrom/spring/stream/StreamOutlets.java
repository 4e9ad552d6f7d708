package io.taktstrom.spring.stream;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;

/** The ends of all streams of one application. Thread-safe. */
class StreamOutlets {

    private final Map<String, StreamOutlet> byName = new ConcurrentHashMap<>();

    /**
     * A message in flight, known by its headers: the binder may have another object.
     *
     * @param outlet where it left
     * @param confirmations who wants to know what becomes of it
     */
    record Ticket(StreamOutlet outlet, Confirmations confirmations, int attempt, int message) {

        void promise() {
            confirmations.promise(attempt, message);
        }

        void taken() {
            confirmations.taken(attempt, message);
        }

        void acknowledged() {
            confirmations.delivery().acknowledged(attempt, message);
        }

        void refused(String reason) {
            confirmations.delivery().refused(attempt, message, reason);
        }

        void failed(Exception why) {
            confirmations.delivery().failed(attempt, message, why);
        }
    }

    static String name(String stream, String sink) {
        return stream + "." + sink;
    }

    StreamOutlet of(String stream, String sink) {
        return byName.computeIfAbsent(name(stream, sink), StreamOutlet::new);
    }

    /** Null for a message that is none of ours, or has lost its headers. */
    @Nullable
    Ticket ticket(Message<?> message) {
        MessageHeaders headers = message.getHeaders();
        if (headers.get(TaktHeaders.STREAM) instanceof String name
                && headers.get(TaktHeaders.ATTEMPT) instanceof Integer attempt
                && headers.get(TaktHeaders.MESSAGE) instanceof Integer place) {
            StreamOutlet outlet = byName.get(name);
            return outlet == null ? null : new Ticket(outlet, outlet.confirmations(), attempt, place);
        }
        return null;
    }
}
