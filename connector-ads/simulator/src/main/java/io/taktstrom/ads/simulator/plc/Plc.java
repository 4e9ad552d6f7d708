package io.taktstrom.ads.simulator.plc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.simulator.memory.PlcMemory;
import io.taktstrom.ads.simulator.memory.PlcVariable;
import io.taktstrom.ads.simulator.memory.Program;
import io.taktstrom.ads.simulator.memory.SystemSymbols;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.ads.simulator.model.Burst;
import io.taktstrom.ads.simulator.model.Symbol;
import io.taktstrom.ads.simulator.table.SymbolTables;
import io.taktstrom.simulation.MethodBody;
import org.jspecify.annotations.Nullable;

/**
 * State of the PLC and how it changes. Guarded by the simulation's lock.
 *
 * <pre>
 *            RUN, RESET to the system service: restart
 *       +------------------------------------------------+
 *       v                                                |
 *  +---------+   STOP, RESET to the PLC    +--------+    |
 *  |   RUN   | --------------------------> |  STOP  |    |
 *  |         | &lt;-------------------------- |        |    |
 *  +---------+         RUN to the PLC      +--------+    |
 *       |  CONFIG, RECONFIG to the system service |   +----------+
 *       +-----------------------------------------+-> |  CONFIG  |  port 851 is gone
 *                                                     +----------+
 * </pre>
 */
public final class Plc {

    /** PlcVariable handles of all clients together. */
    private static final int MAX_HANDLES = 100_000;

    private final long seed;
    private final TaskClock clock;
    private final Handles handles = new Handles(MAX_HANDLES);
    private final Runnable onGone;

    private AdsModel model;
    private Program program;
    private @Nullable SymbolTables tables;
    private boolean running = true;
    private boolean config;
    /** Task cycles that passed while the program stood still. */
    private long missedCycles;
    /** The program's cycle while it stands still. */
    private long frozenCycle;

    private int moves;
    private int generation;
    private int restarts = 1;
    private int symbolVersion = 1;
    private List<SymbolFault> faults = List.of();
    /** By the key of instance and method. */
    private final Map<String, MethodBody> bodies = new HashMap<>();

    /** Access to a symbol that fails. */
    public record SymbolFault(String symbol, int error) {}

    /** @param onGone called when the port and all that hangs on it is gone */
    public Plc(AdsModel model, long seed, TaskClock clock, Runnable onGone) {
        this.model = model;
        this.seed = seed;
        this.clock = clock;
        this.onGone = onGone;
        this.program = load();
    }

    private Program load() {
        List<Symbol> symbols = new ArrayList<>(model.symbols());
        symbols.addAll(SystemSymbols.of(model));
        return new Program(model, symbols, seed, moves, clock::fileTime);
    }

    /** What is loaded next. */
    public void setModel(AdsModel next) {
        model = next;
        tables = null;
    }

    public Program program() {
        return program;
    }

    public SymbolTables tables() {
        if (tables == null) {
            tables = new SymbolTables(program.variables, model.types());
        }
        return tables;
    }

    /** Size of the largest thing that a client can read in one go. */
    public int largestRead() {
        int tableBytes = Math.max(tables().symbols.length, tables().types.length);
        return Math.max(tableBytes, program.data.size());
    }

    public Handles handles() {
        return handles;
    }

    /**
     * From now on a call of this method runs this.
     *
     * @param name of a function block and its method, {@code MAIN.fbPress#Start}
     * @throws IllegalArgumentException when the program does not have it
     */
    public void setBody(String name, MethodBody body) {
        MethodInstance method = MethodInstance.find(program, name);
        if (method == null) {
            throw new IllegalArgumentException("no method '" + name + "' in the simulated PLC; write it as in"
                    + " MAIN.fbPress#Start, and check the model");
        }
        bodies.put(method.key(), body);
    }

    @Nullable
    MethodBody body(MethodInstance method) {
        return bodies.get(method.key());
    }

    public Burst burst() {
        return model.burst() != null ? model.burst() : new Burst(0, 1, 0);
    }

    /** Number of the program's cycle: stands still in STOP, starts at 0 with a reset. */
    public long cycle() {
        return running ? clock.cycle() - missedCycles : frozenCycle;
    }

    public boolean isRunning() {
        return running;
    }

    public boolean isConfig() {
        return config;
    }

    /** How often the system has started, 16 bits: a restart, or CONFIG mode, is one more. */
    public int restarts() {
        return restarts;
    }

    public int symbolVersion() {
        return symbolVersion;
    }

    /** Counts up whenever handles die. */
    public int generation() {
        return generation;
    }

    public int run() {
        if (!running) {
            missedCycles = clock.cycle() - frozenCycle;
            running = true;
        }
        return AdsErrorCode.NO_ERROR;
    }

    public int stop() {
        frozenCycle = cycle();
        running = false;
        return AdsErrorCode.NO_ERROR;
    }

    /** To first values, except for persistent variables, and to STOP. */
    public int reset() {
        running = false;
        frozenCycle = 0;
        replace(load(), true);
        return AdsErrorCode.NO_ERROR;
    }

    /** As after a download, or TwinCAT's restart in RUN mode: nothing a client holds is valid any more. */
    public int restart() {
        reset();
        forget(false);
        config = false;
        restarts++;
        return run();
    }

    public int enterConfig() {
        stop();
        restarts++;
        config = true;
        forget(false);
        return AdsErrorCode.NO_ERROR;
    }

    private void forget(boolean remembered) {
        handles.clear(remembered);
        generation++;
        symbolVersion = symbolVersion + 1 & 0xFF;
        if (!remembered) {
            onGone.run();
        }
    }

    /** Values stay, addresses move, handles die. */
    public void onlineChange() {
        program.refreshRings(cycle());
        moves++;
        tables = null;
        replace(load(), false);
        forget(true);
        PlcVariable count = program.find(SystemSymbols.ONLINE_CHANGE_COUNT);
        if (count != null) {
            program.set(count, moves);
        }
    }

    private void replace(Program next, boolean persistentOnly) {
        next.keep(program, persistentOnly);
        next.begin(cycle());
        program = next;
        setFaults(faults);
    }

    public void setFaults(List<SymbolFault> symbolFaults) {
        faults = symbolFaults;
        for (PlcMemory area : List.of(program.data, program.flags, program.inputs, program.outputs)) {
            List<PlcMemory.FaultyRange> ranges = new ArrayList<>();
            for (SymbolFault fault : faults) {
                PlcVariable variable = program.find(fault.symbol());
                if (variable != null && variable.area() == area) {
                    ranges.add(new PlcMemory.FaultyRange(variable.offset(), variable.bytes(), fault.error()));
                }
            }
            area.setFaults(ranges);
        }
    }
}
