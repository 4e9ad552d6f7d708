package io.taktstrom.ads.simulator;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import io.taktstrom.ads.simulator.Plc.SymbolFault;
import org.jspecify.annotations.Nullable;

/** The faults that are armed now. Thread-safe. A request meets the first armed fault that matches it. */
public final class Faults {

    private final List<Armed> armed = new CopyOnWriteArrayList<>();
    private final Consumer<List<SymbolFault>> onSymbolFaults;

    private record Armed(Fault fault, @Nullable Requests requests, AtomicLong seen) {

        boolean hits(int command, int group) {
            if (requests == null || !requests.match(command, group)) {
                return false;
            }
            long number = seen.getAndIncrement();
            return number >= requests.skip()
                    && (requests.times() == 0 || number < (long) requests.skip() + requests.times());
        }
    }

    Faults(Consumer<List<SymbolFault>> onSymbolFaults) {
        this.onSymbolFaults = onSymbolFaults;
    }

    public void add(Fault fault) {
        armed.add(new Armed(fault, requests(fault), new AtomicLong()));
        tellSymbolFaults();
    }

    /** Disarms every fault equal to this one. */
    public void remove(Fault fault) {
        armed.removeIf(candidate -> candidate.fault().equals(fault));
        tellSymbolFaults();
    }

    public void clear() {
        armed.clear();
        tellSymbolFaults();
    }

    private void tellSymbolFaults() {
        onSymbolFaults.accept(armed.stream()
                .filter(candidate -> candidate.fault() instanceof Fault.RefuseSymbol)
                .map(candidate -> (Fault.RefuseSymbol) candidate.fault())
                .map(fault -> new SymbolFault(fault.symbol(), fault.error()))
                .toList());
    }

    private static @Nullable Requests requests(Fault fault) {
        if (fault instanceof Fault.Refuse f) {
            return f.requests();
        }
        if (fault instanceof Fault.Ignore f) {
            return f.requests();
        }
        if (fault instanceof Fault.Delay f) {
            return f.requests();
        }
        if (fault instanceof Fault.AnswerAtNextCycle f) {
            return f.requests();
        }
        if (fault instanceof Fault.Hangup f) {
            return f.requests();
        }
        if (fault instanceof Fault.HalfAnswer f) {
            return f.requests();
        }
        return fault instanceof Fault.Garbage f ? f.requests() : null;
    }

    boolean isEmpty() {
        return armed.isEmpty();
    }

    /** The fault that a request meets, or null. */
    @Nullable
    Fault meet(int command, int group) {
        for (Armed candidate : armed) {
            if (candidate.hits(command, group)) {
                return candidate.fault();
            }
        }
        return null;
    }
}
