package io.taktstrom.stream.poll;

import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.stream.IdleStrategy;

/**
 * What a poller needs besides what it polls.
 *
 * @param name of its thread
 * @param idle how it waits for its moment
 * @param clock for the schedule
 * @param meter gets what it measures
 * @param listener hears what goes wrong, at most once in ten seconds
 */
public record PollSettings(
        String name, IdleStrategy idle, EpochNanoClock clock, PollMeter meter, Consumer<String> listener) {

    /** On the system's clock, sleeping between polls, with notices to the log only. */
    public static PollSettings standard(String name) {
        return new PollSettings(
                name,
                IdleStrategy.PARK,
                EpochNanoClock.system(),
                new PollMeter(EpochNanoClock.system()),
                message -> {});
    }
}
