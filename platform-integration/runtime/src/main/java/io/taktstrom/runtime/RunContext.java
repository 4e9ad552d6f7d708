package io.taktstrom.runtime;

import java.util.function.Consumer;

import io.micrometer.core.instrument.MeterRegistry;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.runtime.health.HealthEvents;
import io.taktstrom.runtime.health.Subject;
import io.taktstrom.sink.Sink;
import io.taktstrom.sinks.local.ConsoleProvider;
import io.taktstrom.spi.Providers;
import io.taktstrom.stream.IdleStrategy;
import org.jspecify.annotations.Nullable;

/**
 * What a running deployment gets from the program around it.
 *
 * @param clock for time stamps and schedules
 * @param providers the connectors, sinks and stages that it can name; those against which it was checked
 * @param notices hears what an operator should know; called by any thread, so it is quick and thread-safe
 * @param meters where everything is measured; null to measure nothing that costs time
 * @param events keep what happens, notices and all; of one deployment
 * @param tapped whether each scan keeps the last sample of each point, for monitoring
 * @param pollIdle how pollers wait for their moment
 */
public record RunContext(
        EpochNanoClock clock,
        Providers providers,
        Consumer<String> notices,
        @Nullable MeterRegistry meters,
        HealthEvents events,
        boolean tapped,
        IdleStrategy pollIdle) {

    /** Pollers sleep between reads. */
    public RunContext(
            EpochNanoClock clock,
            Providers providers,
            Consumer<String> notices,
            @Nullable MeterRegistry meters,
            HealthEvents events,
            boolean tapped) {
        this(clock, providers, notices, meters, events, tapped, IdleStrategy.PARK);
    }

    /** With events of its own, without taps. */
    public RunContext(
            EpochNanoClock clock, Providers providers, Consumer<String> notices, @Nullable MeterRegistry meters) {
        this(clock, providers, notices, meters, new HealthEvents(clock), false);
    }

    /** Notices about a part, which are events, too. */
    Consumer<String> noticesOf(Subject subject) {
        return text -> {
            events.notice(subject, text);
            notices.accept(text);
        };
    }

    /** Warnings about a part, which are events, too. */
    Consumer<String> warningsOf(Subject subject) {
        return text -> {
            events.warn(subject, text);
            notices.accept(text);
        };
    }

    /**
     * With what is on the class path, without meters.
     *
     * @param console where sinks of type {@code console} end; closed with the deployment
     */
    public RunContext(EpochNanoClock clock, Sink console, Consumer<String> notices) {
        this(clock, Providers.ofClassPath().with(new ConsoleProvider(console)), notices, null);
    }

    /** The same with taps, for monitoring. */
    public RunContext withTaps() {
        return new RunContext(clock, providers, notices, meters, events, true, pollIdle);
    }

    /** The same with pollers that wait like this. */
    public RunContext withPollIdle(IdleStrategy newPollIdle) {
        return new RunContext(clock, providers, notices, meters, events, tapped, newPollIdle);
    }
}
