package io.taktstrom.benchmarks.sinks;

import io.taktstrom.benchmarks.worker.Operation;
import io.taktstrom.benchmarks.worker.Worker;

/** A contender for a receiver: WHO TARGET ADDRESS. Serves slices as a {@link Worker} does. */
final class SinkContender {

    private SinkContender() {}

    public static void main(String[] args) throws Exception {
        Target target = Target.valueOf(args[1]);
        Worker.serve(operation(args[0], target, args[2]));
        // Some libraries leave threads behind that are not daemons.
        System.exit(0);
    }

    private static Operation operation(String who, Target target, String address) throws Exception {
        return switch (who) {
            case "socket" -> new SocketLimit(Payloads.of(target), address);
            case "library" -> library(target, address, false);
            case "library, encoding" -> library(target, address, true);
            case "taktstrom" ->
                target == Target.PARQUET
                        ? new ParquetFiles(true, address)
                        : new PipelineContender(target.type(), target.options(address));
            default -> throw new IllegalArgumentException("no contender " + who);
        };
    }

    private static Operation library(Target target, String address, boolean encoding) throws Exception {
        Payloads payloads = encoding ? Payloads.encodedEach(target) : Payloads.of(target);
        return switch (target) {
            case MQTT, MQTT_COLUMNS -> new MqttLibrary(target, payloads, address);
            case KAFKA, KAFKA_COLUMNS -> new KafkaLibrary(target, payloads, address);
            case AMQP -> new AmqpLibrary(target, payloads, address);
            case POSTGRESQL -> new PostgresLibrary(address);
            case INFLUXDB -> HttpLibrary.ofInflux(address);
            case HTTP -> HttpLibrary.of(target, payloads, address);
            case JSONL, CSV -> new PlainFile(payloads, address + (encoding ? "/encoded" : "/plain"));
            case PARQUET -> new ParquetFiles(false, address);
        };
    }
}
