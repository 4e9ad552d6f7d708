package io.taktstrom.benchmarks.sinks;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

import io.taktstrom.benchmarks.stream.PlantSource;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Kafka's producer by itself, idempotent and acknowledged by all, with the settings that our sink has unless told otherwise. */
final class KafkaLibrary implements UnitOperation {

    private static final int BATCH_BYTES = 128 << 10;
    private static final long LINGER_MILLIS = 5;

    private final Payloads payloads;
    private final byte[][] keys = new byte[PlantSource.POINTS][];
    private final KafkaProducer<byte[], byte[]> producer;
    private final Window window = new Window();

    KafkaLibrary(Target target, Payloads payloads, String address) {
        this.payloads = payloads;
        for (int i = 0; i < keys.length; i++) {
            keys[i] = (target.format().holdsMany() ? "press1" : "press1.axis" + i + ".position")
                    .getBytes(StandardCharsets.UTF_8);
        }
        Map<String, Object> settings = new HashMap<>();
        settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, address);
        settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        settings.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, LINGER_MILLIS);
        settings.put(ProducerConfig.METRIC_REPORTER_CLASSES_CONFIG, "");
        producer = new KafkaProducer<>(settings);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the window hears the same
    public void once() throws Exception {
        byte[][] unit = payloads.nextMessages();
        long now = System.currentTimeMillis();
        for (int i = 0; i < unit.length; i++) {
            window.sent();
            producer.send(
                    new ProducerRecord<>(Target.TOPIC, null, now, keys[i % keys.length], unit[i]),
                    (metadata, failure) -> window.answered(1, failure));
        }
    }

    @Override
    public void settle() throws Exception {
        producer.flush();
        window.settle();
    }

    @Override
    public void close() {
        producer.close();
    }
}
