package io.taktstrom.s7.simulator;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.s7.protocol.s7.ReturnCode;
import org.jspecify.annotations.Nullable;

/** The faults that are armed now. Thread-safe. A request meets the first armed fault that matches it. */
public final class Faults {

    private final List<Armed> armed = new CopyOnWriteArrayList<>();

    private record Armed(Fault fault, AtomicLong seen) {

        boolean hits(int function) {
            Requests requests = fault.requests();
            if (!requests.match(function)) {
                return false;
            }
            long number = seen.getAndIncrement();
            return number >= requests.skip()
                    && (requests.times() == 0 || number < (long) requests.skip() + requests.times());
        }
    }

    Faults() {}

    public void add(Fault fault) {
        armed.add(new Armed(fault, new AtomicLong()));
    }

    /** Disarms every fault equal to this one. */
    public void remove(Fault fault) {
        armed.removeIf(candidate -> candidate.fault().equals(fault));
    }

    public void clear() {
        armed.clear();
    }

    /** The fault that a request meets, or null. */
    @Nullable
    Fault meet(int function) {
        for (Armed candidate : armed) {
            if (candidate.hits(function)) {
                return candidate.fault();
            }
        }
        return null;
    }

    /** The code of variables in a data block. */
    int codeOf(int dbNumber) {
        for (Armed candidate : armed) {
            if (candidate.fault() instanceof Fault.RefuseBlock refuse && refuse.dbNumber() == dbNumber) {
                return refuse.code();
            }
        }
        return ReturnCode.OK;
    }
}
