package io.taktstrom.cli.s7;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import io.taktstrom.cli.replay.ReplayDevice;
import io.taktstrom.cli.replay.ReplayPoint;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.s7.simulator.memory.Elementary;
import io.taktstrom.s7.simulator.memory.Operand;
import io.taktstrom.s7.simulator.model.S7Model;
import io.taktstrom.s7.simulator.model.S7Point;
import org.jspecify.annotations.Nullable;

/** A record as a Siemens CPU: at the addresses that it was recorded from, or one behind the other in data blocks from DB1 on. */
public final class S7Replay implements ReplayDevice {

    private static final int BLOCK_BYTES = 60_000;
    private static final int MAX_NARROW = 254;
    private static final int MAX_WIDE = 16_382;

    private final List<DataType> types;
    private final List<String> addresses;
    private final S7Simulator cpu;

    /**
     * Starts it.
     *
     * @throws IllegalArgumentException when a CPU cannot have one of the points
     */
    public S7Replay(List<ReplayPoint> points, InetSocketAddress bind) throws IOException {
        types = points.stream().map(ReplayPoint::type).toList();
        addresses = ReplayPoint.areOf("s7", points)
                ? points.stream().map(ReplayPoint::address).toList()
                : assigned(points);
        List<S7Point> model = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            model.add(S7Point.of(points.get(i).name(), addresses.get(i)));
        }
        cpu = S7Simulator.builder()
                .model(S7Model.of(model))
                .bindAddress(bind.getAddress())
                .bindPort(bind.getPort())
                .start();
    }

    private static List<String> assigned(List<ReplayPoint> points) {
        List<String> addresses = new ArrayList<>();
        int block = 1;
        int at = 0;
        for (ReplayPoint point : points) {
            DataType type = point.type();
            DataType element =
                    type instanceof ArrayType array && !array.bounds().isEmpty() ? array.element() : type;
            String bounds = type instanceof ArrayType array
                    ? array.bounds().stream()
                            .map(bound -> bound.lower() + ".." + bound.upper())
                            .collect(Collectors.joining(",", "[", "]"))
                    : "";
            String name = name(point, element) + bounds;
            Operand operand = Operand.parse("DB1" + place(name, 0));
            if (at + operand.end() > BLOCK_BYTES && at > 0) {
                block++;
                at = 0;
            }
            addresses.add("DB" + block + place(name, at));
            at += operand.end() + operand.end() % 2;
        }
        return addresses;
    }

    /** As STEP 7 writes it, with the width that the type has. */
    private static String place(String name, int at) {
        if (name.startsWith("BOOL")) {
            return ".DBX" + at + ".0:" + name;
        }
        String type = name.replaceAll("[\\[(].*", "");
        int bytes = type.endsWith("STRING") ? 1 : Elementary.valueOf(type).bytes();
        return ".DB" + (bytes == 2 ? "W" : bytes == 4 ? "D" : "B") + at + ":" + name;
    }

    private static String name(ReplayPoint point, DataType type) {
        if (type instanceof StringType text) {
            boolean narrow = text.encoding() == StringType.Encoding.WINDOWS_1252 && text.length() <= MAX_NARROW;
            if (text.length() >= 1 && text.length() <= MAX_WIDE) {
                return (narrow ? "STRING(" : "WSTRING(") + text.length() + ")";
            }
        } else if (type instanceof EnumType enumeration && point.type() == type) {
            return enumeration.base().name();
        } else if (type instanceof ScalarType scalar) {
            return scalar == ScalarType.DT || scalar == ScalarType.LDATE
                    ? scalar == ScalarType.DT ? "DTL" : "DATE"
                    : scalar.name();
        }
        throw point.hasNoType("a CPU");
    }

    @Override
    public String endpointUri() {
        return cpu.endpointUri();
    }

    @Override
    public String address(int point) {
        return addresses.get(point);
    }

    @Override
    public boolean hasClient() {
        return cpu.openConnections() > 0;
    }

    @Override
    public boolean show(int point, @Nullable Object value, int status, long time) {
        if (value == null) {
            return false;
        }
        // A CPU has the number of an enumeration's member.
        EnumType.Member member =
                types.get(point) instanceof EnumType type && value instanceof String name ? type.member(name) : null;
        cpu.set(addresses.get(point), member == null ? value : member.value());
        return true;
    }

    @Override
    public void setReachable(boolean on) throws IOException {
        if (on) {
            cpu.powerOn();
        } else {
            cpu.powerOff();
        }
    }

    @Override
    public void close() {
        cpu.close();
    }
}
