package io.taktstrom.ads.simulator.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.protocol.AmsPort;
import io.taktstrom.model.ScalarType;
import io.taktstrom.simulation.ModelException;
import io.taktstrom.simulation.Waveform;
import io.taktstrom.simulation.YamlFields;
import org.jspecify.annotations.Nullable;

/**
 * What a simulated PLC has.
 *
 * @param types those with names, each after the types it uses
 * @param symbols names differ in more than case
 * @param taskCycle 50 microseconds or more
 * @param burst what the benchmark symbol {@code Simulator.burst} sends, null for no such symbol
 */
public record AdsModel(
        AmsNetId netId,
        int port,
        Duration taskCycle,
        List<PlcType> types,
        List<Symbol> symbols,
        @Nullable Burst burst) {

    /**
     * Of an address kept for documentation (RFC 5737). Clients take their own from their address (AdsLib, pyads, ads-client:
     * 127.0.0.1.1.1 on this machine), and devices begin with 5: this one is free.
     */
    public static final AmsNetId DEFAULT_NET_ID = AmsNetId.parse("192.0.2.1.1.1");

    public static final Duration DEFAULT_TASK_CYCLE = Duration.ofMillis(1);
    /** TwinCAT's shortest. */
    public static final Duration MIN_TASK_CYCLE = Duration.ofNanos(50_000);

    public AdsModel {
        types = List.copyOf(types);
        symbols = List.copyOf(symbols);
        if (taskCycle.compareTo(MIN_TASK_CYCLE) < 0 || taskCycle.compareTo(Duration.ofSeconds(10)) > 0) {
            throw new IllegalArgumentException("task cycle " + taskCycle + " is not in 50us..10s");
        }
        Set<String> names = new HashSet<>();
        for (Symbol symbol : symbols) {
            if (!names.add(symbol.name().toUpperCase(Locale.ROOT))) {
                throw new IllegalArgumentException("symbol " + symbol.name() + ": duplicate entry");
            }
        }
    }

    /**
     * Reads a model file; see docs/reference/ads-simulator.md.
     *
     * @throws ModelException with line and column, if it is wrong
     */
    public static AdsModel parse(String yaml) {
        return AdsModelReader.read(yaml);
    }

    /** A machining centre with a press: types of all kinds, moving values, comments with units. */
    public static AdsModel demo() {
        return parse(YamlFields.builtIn(AdsModel.class, "demo"));
    }

    /** 14 variables of the basic types and 14 arrays of three of them, all but the texts moving. */
    public static AdsModel paper() {
        return parse(YamlFields.builtIn(AdsModel.class, "paper"));
    }

    /** A PLC with these symbols and all else by default. */
    public static AdsModel of(List<Symbol> symbols) {
        return new AdsModel(DEFAULT_NET_ID, AmsPort.PLC_TC3, DEFAULT_TASK_CYCLE, List.of(), symbols, null);
    }

    /** {@code MAIN.v0} to {@code MAIN.v(n-1)}, DINTs that hold their own number: for benchmarks. */
    public static AdsModel dints(int count) {
        PlcType dint = new PlcType.Elementary(ScalarType.DINT);
        List<Symbol> symbols = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            symbols.add(new Symbol("MAIN.v" + i, dint, i, new Waveform.Constant(), ""));
        }
        return of(symbols);
    }

    /** The same, at another AMS address. */
    public AdsModel withAddress(AmsNetId newNetId, int newPort) {
        return new AdsModel(newNetId, newPort, taskCycle, types, symbols, burst);
    }

    public AdsModel withTaskCycle(Duration newTaskCycle) {
        return new AdsModel(netId, port, newTaskCycle, types, symbols, burst);
    }

    public AdsModel withSymbols(List<Symbol> newSymbols) {
        return new AdsModel(netId, port, taskCycle, types, newSymbols, burst);
    }

    public AdsModel withBurst(Burst newBurst) {
        return new AdsModel(netId, port, taskCycle, types, symbols, newBurst);
    }
}
