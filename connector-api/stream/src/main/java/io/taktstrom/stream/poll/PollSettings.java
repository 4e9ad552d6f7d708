package io.taktstrom.stream.poll;

import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.stream.IdleStrategy;

/**
 * What a poller needs besides what it polls.
 *
 * @param name of its thread; says when in the cycle it polls, if it is spread
 * @param idle how it waits for its moment
 * @param clock for the schedule
 * @param meter gets what it measures
 * @param listener hears what goes wrong, at most once in ten seconds
 * @param spread whether a slow poller polls for the second time after a part of its cycle, so that many of them that began at the same
 *     time do not poll at the same time for ever
 */
public record PollSettings(
        String name,
        IdleStrategy idle,
        EpochNanoClock clock,
        PollMeter meter,
        Consumer<String> listener,
        boolean spread) {

    /** Not spread. */
    public PollSettings(
            String name, IdleStrategy idle, EpochNanoClock clock, PollMeter meter, Consumer<String> listener) {
        this(name, idle, clock, meter, listener, false);
    }
}
