package io.taktstrom.benchmarks.s7;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.taktstrom.benchmarks.program.Programs;

/** Who takes part. */
enum S7Rival {
    LIMIT("raw socket (limit)"),
    LIMIT_PIPELINED("raw socket, pipelined"),
    TAKTSTROM("taktstrom engine"),
    TAKTSTROM_PIPELINED("taktstrom engine, pipelined"),
    PLC4J("plc4j s7"),
    PLC4J_BY_TWENTY("plc4j s7, 20 at a time"),
    PLC4J_LIGHT("plc4j s7-light"),
    PLC4J_LIGHT_BY_TWENTY("plc4j s7-light, 20 at a time"),
    IOT("iot-communication"),
    IOT_BY_TWENTY("iot-communication, 20 at a time"),
    S7CONNECTOR("s7connector"),
    SNAP7("snap7 (C)");

    final String text;

    S7Rival(String text) {
        this.text = text;
    }

    /** Those that do something of their own in this case. */
    static List<S7Rival> of(S7Case work) {
        return Stream.of(values()).filter(rival -> rival.takesPart(work)).toList();
    }

    private boolean takesPart(S7Case work) {
        return switch (this) {
            case LIMIT_PIPELINED, TAKTSTROM_PIPELINED -> work.hasSeveralRequests();
            case PLC4J_BY_TWENTY, PLC4J_LIGHT_BY_TWENTY, IOT_BY_TWENTY -> work == S7Case.SCATTERED;
            case SNAP7 -> Programs.hasPython();
            default -> true;
        };
    }

    boolean isOursOrTheLimit() {
        return switch (this) {
            case LIMIT, LIMIT_PIPELINED, TAKTSTROM, TAKTSTROM_PIPELINED -> true;
            default -> false;
        };
    }

    /** Of these, whatever is fastest is what we compare with. */
    boolean isPlc4j() {
        return text.startsWith("plc4j");
    }

    /** The program, as a command. */
    List<String> program(S7Case work, String uri) {
        if (this != SNAP7) {
            return Programs.java(S7Contender.class, name(), work.name(), uri);
        }
        URI server = URI.create(uri);
        List<String> arguments = new ArrayList<>(List.of(server.getHost(), String.valueOf(server.getPort())));
        for (S7Case.Item item : work.items()) {
            arguments.add(item.offset() + ":" + item.bytes());
        }
        return Programs.python("snap7_worker.py", arguments.toArray(String[]::new));
    }
}
