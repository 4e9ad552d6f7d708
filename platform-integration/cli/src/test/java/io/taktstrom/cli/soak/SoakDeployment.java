package io.taktstrom.cli.soak;

import java.util.List;
import java.util.function.Function;

import io.taktstrom.cli.plant.CountedDevice;
import io.taktstrom.cli.plant.CountedDevice.Protocol;
import io.taktstrom.cli.plant.Receiver;

/** What the devices have, and the deployment file of the soak. */
final class SoakDeployment {

    /** Of large samples and a small disk buffer, which a receiver that is away fills. */
    static final String FEW = "few";

    /** Those that the servers get; the file gets one more. */
    static final List<String> STREAMS = List.of("all", "thin", "mean", FEW);

    private static final List<String> SINKS = List.of("file", "mqtt", "kafka", "postgres");

    /** As the accounting names them. */
    static final List<String> PIPELINES = STREAMS.stream()
            .flatMap(stream -> stream.equals(FEW)
                    ? List.of(FEW + ".kafka", "when.file").stream()
                    : SINKS.stream().map(sink -> stream + "." + sink))
            .toList();

    private static final String RING = "{capacity: 2048, onFull: spill, disk: 64MiB, persist: always}";
    /** What tells a sample from its repeat. */
    private static final String FIELDS = "[point, value, status, receivedAt, sequence]";

    private SoakDeployment() {}

    static String model(Protocol protocol) {
        return switch (protocol) {
            case ADS -> """
                taskCycle: 10ms
                symbols:
                  MAIN.count: {type: UDINT, waveform: counter}
                  MAIN.wave: {type: LREAL, waveform: {sine: {period: 4s, amplitude: 20, offset: 50}}}
                  MAIN.profile: {type: "ARRAY[1..200] OF LREAL", waveforms: {"[1]": {sine: {period: 4s, amplitude: 20, offset: 50}}}}
                """;
            case S7 -> """
                cycle: 200ms
                points:
                  count: {address: "DB1.DBD0:UDINT", waveform: counter}
                """;
            case OPC_UA -> """
                cycle: 10ms
                points:
                  count: {type: UInt32, waveform: counter}
                """;
        };
    }

    private static String connection(CountedDevice device) {
        return "{%s, host: 127.0.0.1, port: %d}"
                .formatted(device.protocol.options, device.proxy().address().getPort());
    }

    /** @param version an odd one, or an even one with a point more, another deadband and another interval */
    static String text(Function<Protocol, CountedDevice> devices, Function<String, Receiver> receivers, int version) {
        boolean odd = version % 2 == 1;
        return """
                connections:
                  ads: %s
                  s7: %s
                  opcua: %s
                scanClasses:
                  ads: {mode: notify, cycle: 10ms, maxDelay: 50ms}
                  slow: {mode: notify, cycle: 50ms, maxDelay: 50ms}
                  s7: {mode: poll, every: 20ms, changes: true}
                  opcua: {mode: notify, cycle: 10ms, maxDelay: 50ms}
                points:
                  - {id: ads.count, on: ads, address: MAIN.count, scan: ads, type: UDINT}
                  - {id: ads.wave, on: ads, address: MAIN.wave, scan: ads, type: LREAL, unit: Cel, deadband: %s}
                  - {id: ads.profile, on: ads, address: MAIN.profile, scan: slow}
                  - {id: s7.count, on: s7, address: "%s", scan: s7}
                  - {id: opcua.count, on: opcua, address: "%s", scan: opcua}
                  - {id: line.double, compute: "ads.count * 2"}
                %sstreams:
                  - {id: all, from: ["*.count", line.double, ads.wave], to: [file, mqtt, kafka, postgres], ring: %s}
                  - {id: thin, from: [ads.count, opcua.count], to: [file, mqtt, kafka, postgres], ring: %s, stages: [{type: everyNth, n: 10}]}
                  - {id: mean, from: "*.count", to: [file, mqtt, kafka, postgres], ring: %s, stages: [{type: average, interval: %s}]}
                  - {id: when, from: ads.count, to: file, when: "ads.wave > 50.0"}
                  - {id: few, from: [ads.count, ads.profile], to: kafka, ring: {capacity: 2048, onFull: spill, disk: 1MiB, persist: always}}
                sinks:
                  file: {type: jsonl, path: "{stream}.jsonl", fields: %s}
                  mqtt: {%s, ackTimeout: 5s, fields: %s}
                  kafka: {%s, timeout: 10s, fields: %s}
                  postgres: {%s, requestTimeout: 10s}
                alarms:
                  away: {when: disconnected}
                """.formatted(
                        connection(devices.apply(Protocol.ADS)),
                        connection(devices.apply(Protocol.S7)),
                        connection(devices.apply(Protocol.OPC_UA)),
                        odd ? "0.5" : "0.4",
                        Protocol.S7.address,
                        Protocol.OPC_UA.address,
                        odd ? "" : "  - {id: ads.other, on: ads, address: MAIN.wave, scan: slow, type: LREAL}\n",
                        RING,
                        RING,
                        RING,
                        odd ? "1s" : "500ms",
                        FIELDS,
                        receivers.apply("mqtt").options(),
                        FIELDS,
                        receivers.apply("kafka").options(),
                        FIELDS,
                        receivers.apply("postgres").options());
    }
}
