package io.taktstrom.runtime;

import java.util.function.Consumer;

import io.micrometer.core.instrument.MeterRegistry;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.runtime.sink.OpenSink;
import org.jspecify.annotations.Nullable;

/**
 * What a running deployment gets from the program around it.
 *
 * @param clock for time stamps and schedules
 * @param console where sinks of type {@code console} end; closed with the deployment
 * @param notices hears what an operator should know; called by any thread, so it is quick and thread-safe
 * @param meters where everything is measured; null to measure nothing that costs time
 */
public record RunContext(
        EpochNanoClock clock,
        OpenSink console,
        Consumer<String> notices,
        @Nullable MeterRegistry meters) {

    /** Without meters. */
    public RunContext(EpochNanoClock clock, OpenSink console, Consumer<String> notices) {
        this(clock, console, notices, null);
    }
}
