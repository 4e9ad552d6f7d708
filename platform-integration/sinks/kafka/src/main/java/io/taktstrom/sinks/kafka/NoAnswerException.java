package io.taktstrom.sinks.kafka;

import org.apache.kafka.common.KafkaException;

/** The brokers left messages unanswered. The producer that sent them is given up: Kafka's client may wait for ever. */
final class NoAnswerException extends KafkaException {

    private static final long serialVersionUID = 1;

    NoAnswerException(long millis) {
        super(
                "no acknowledgement within " + millis
                        + " ms though a broker can be reached; check that the cluster has a controller, and each partition a leader");
    }
}
