package io.taktstrom.sinks.kafka.cluster;

import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** What went wrong with Kafka, in words for an operator. */
public final class KafkaWords {

    private KafkaWords() {}

    /** The innermost messages say most. */
    public static String of(Throwable e) {
        StringBuilder words = new StringBuilder(String.valueOf(e.getMessage()));
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            String message = cause.getMessage();
            if (message != null && words.indexOf(message) < 0) {
                words.append(": ").append(message);
            }
        }
        return words.toString();
    }

    /** The client could not allocate what a broker stated as the length of an answer. */
    public static String explained(OutOfMemoryError e) {
        return "Kafka: a broker announced an answer that does not fit into the heap (" + e.getMessage()
                + "); correct the address or the port, or use tls: true where the broker does";
    }

    /** The same, and what to do. */
    public static String explained(RuntimeException e) {
        String text = "Kafka: " + of(e);
        if (e instanceof AuthenticationException) {
            return text + "; check user, password, sasl and certificates";
        }
        if (e instanceof AuthorizationException) {
            return text + "; allow this user to read or write there";
        }
        if (e.getCause() instanceof UnknownTopicOrPartitionException || e instanceof UnknownTopicOrPartitionException) {
            return text + "; create the topic, or correct its name";
        }
        return text;
    }
}
