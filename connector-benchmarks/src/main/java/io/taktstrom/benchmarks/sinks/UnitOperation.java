package io.taktstrom.benchmarks.sinks;

import io.taktstrom.benchmarks.worker.Operation;

/** Hands over a unit of samples at once. */
interface UnitOperation extends Operation {

    @Override
    default int operations() {
        return Payloads.UNIT;
    }
}
