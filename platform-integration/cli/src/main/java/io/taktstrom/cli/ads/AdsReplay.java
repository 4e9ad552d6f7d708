package io.taktstrom.cli.ads;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.ads.simulator.model.PlcType;
import io.taktstrom.ads.simulator.model.Symbol;
import io.taktstrom.ads.simulator.protocol.AdsCounter;
import io.taktstrom.cli.replay.ReplayDevice;
import io.taktstrom.cli.replay.ReplayPoint;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import org.jspecify.annotations.Nullable;

/**
 * A record as a Beckhoff PLC, whose task runs on the clock of the record. A variable has one value in each cycle: a second one in the
 * same cycle is there in the next.
 */
public final class AdsReplay implements ReplayDevice {

    private static final Pattern SYMBOL = Pattern.compile("[A-Za-z_][\\w.]*(?:\\[[-\\d, ]+][\\w.]*)*");
    /** Parts of a second. */
    private static final long[] CYCLES = {1_000_000, 500_000, 250_000, 200_000, 100_000, 50_000};

    private final List<String> names;
    private final HandTurnedClock clock;
    private final long cycleNanos;
    private final AdsSimulator plc;
    /** The cycle in which clients see what was set last. */
    private final long[] seenIn;

    private static final class HandTurnedClock implements EpochNanoClock {
        private volatile long now;

        HandTurnedClock(long now) {
            this.now = now;
        }

        @Override
        public long epochNanos() {
            return now;
        }

        @Override
        public long nanoTime() {
            return now;
        }
    }

    /**
     * Starts it.
     *
     * @param time of its clock, epoch nanoseconds
     * @throws IllegalArgumentException when a PLC cannot have one of the points
     */
    public AdsReplay(List<ReplayPoint> points, InetSocketAddress bind, long time) throws IOException {
        boolean original = ReplayPoint.areOf("ads", points);
        names = points.stream()
                .map(point -> original && SYMBOL.matcher(point.address()).matches() ? point.address() : point.name())
                .toList();
        long shortest = points.stream()
                .mapToLong(point -> point.scan().cycle().toNanos())
                .filter(cycle -> cycle > 0)
                .min()
                .orElse(Long.MAX_VALUE);
        cycleNanos = LongStream.of(CYCLES)
                .filter(cycle -> cycle <= shortest)
                .findFirst()
                .orElse(CYCLES[CYCLES.length - 1]);
        seenIn = new long[points.size()];
        Arrays.fill(seenIn, Long.MIN_VALUE);
        clock = new HandTurnedClock(time);
        Map<String, PlcType> types = new LinkedHashMap<>();
        List<Symbol> symbols = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            ReplayPoint point = points.get(i);
            symbols.add(new Symbol(
                    names.get(i),
                    type(point, point.type(), types),
                    new Symbol.Place.Data(),
                    null,
                    Map.of(),
                    point.unit().isEmpty() ? "" : "[" + point.unit() + "]",
                    true,
                    false,
                    encoding(point.type())));
        }
        plc = AdsSimulator.builder()
                .model(new AdsModel(
                        AdsModel.DEFAULT_NET_ID,
                        AdsModel.of(List.of()).port(),
                        Duration.ofNanos(cycleNanos),
                        List.copyOf(types.values()),
                        symbols,
                        null))
                .bindAddress(bind.getAddress())
                .bindPort(bind.getPort())
                .clock(clock)
                .start();
    }

    private static Map<String, String> encoding(DataType type) {
        DataType text = type instanceof ArrayType array ? array.element() : type;
        return text instanceof StringType string && string.encoding() == StringType.Encoding.UTF_8
                ? Map.of("TcEncoding", "UTF-8")
                : Map.of();
    }

    /** @param types those with names, each after the types it uses */
    private static PlcType type(ReplayPoint point, DataType type, Map<String, PlcType> types) {
        if (type instanceof ArrayType array && !array.bounds().isEmpty()) {
            return new PlcType.Array(type(point, array.element(), types), array.bounds());
        }
        if (type instanceof EnumType it) {
            return types.computeIfAbsent(it.name(), name -> new PlcType.Enumeration(it, "", Map.of()));
        }
        if (type instanceof StructType it) {
            PlcType known = types.get(it.name());
            return known == null ? structure(point, it, types) : known;
        }
        if (type instanceof StringType
                || (type instanceof ScalarType && type != ScalarType.CHAR && type != ScalarType.WCHAR)) {
            return new PlcType.Elementary(type);
        }
        throw point.hasNoType("a PLC with ADS");
    }

    private static PlcType structure(ReplayPoint point, StructType type, Map<String, PlcType> types) {
        List<PlcType.Structure.Member> members = new ArrayList<>();
        int alignment = 1;
        for (StructType.Field field : type.fields()) {
            PlcType of = field.bit() == StructType.WHOLE ? type(point, field.type(), types) : new PlcType.Bit();
            alignment = Math.max(alignment, of.alignment());
            members.add(new PlcType.Structure.Member(
                    field.name(), of, field.offset(), field.bit(), "", encoding(field.type()), false));
        }
        PlcType made = new PlcType.Structure(
                type.name(), members, type.imageBytes(), Math.min(8, alignment), 0, "", Map.of(), List.of());
        types.put(type.name(), made);
        return made;
    }

    @Override
    public String endpointUri() {
        return plc.endpointUri();
    }

    @Override
    public String address(int point) {
        return names.get(point);
    }

    @Override
    public long stepNanos() {
        return cycleNanos;
    }

    @Override
    public boolean hasClient() {
        return plc.openConnections() > 0;
    }

    @Override
    public void moveTo(long time) {
        plc.turn(() -> clock.now = Math.max(clock.now, time));
    }

    @Override
    public boolean show(int point, @Nullable Object value, int status, long time) {
        if (value == null) {
            return false;
        }
        if (plc.cycle() < seenIn[point]) {
            moveTo(clock.now + cycleNanos);
        }
        plc.set(names.get(point), value);
        seenIn[point] = plc.cycle() + 1;
        return true;
    }

    @Override
    public void setReachable(boolean on) throws IOException {
        if (on) {
            plc.powerOn();
        } else {
            plc.powerOff();
        }
    }

    @Override
    public long dropped() {
        return plc.count(AdsCounter.SAMPLES_DROPPED);
    }

    @Override
    public void close() {
        plc.close();
    }
}
