/**
 * Where streams end in topics of Apache Kafka.
 *
 * <pre>
 *  pipeline of stream a --> KafkaInlet --> MessageUnit --> Delivery -> StreamProducer --> KafkaProducer --> partitions
 *                            gathers       topic, key,     sends what   makes and       acks=all, idempotent,
 *                            a unit        payload         is open      discards     perhaps in a transaction
 *  pipeline of stream b --> KafkaInlet --> ...             a producer for each stream: none waits for another
 * </pre>
 */
@NullMarked
package io.taktstrom.sinks.kafka;

import org.jspecify.annotations.NullMarked;
