package io.taktstrom.runtime.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.command.CommandOutcome;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.StatusCode;

/**
 * Decides which refusals get a line of their own in the audit, and counts the others: no sender fills the disk with what is not
 * done. Thread-safe.
 *
 * <pre>
 *   unauthorised, unread            --> counted             --.
 *   refused, expired, repeated, ... --> 100 lines a minute     +--> one line per source, kind and minute, with the count
 *                                       the rest: counted   --'
 * </pre>
 */
final class Refusals {

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final int OWN_LINES = 100;

    private final EpochNanoClock clock;
    private final Map<Key, Tally> tallies = new HashMap<>();

    Refusals(EpochNanoClock clock) {
        this.clock = clock;
    }

    /** Why they share a line. */
    enum Kind {
        UNAUTHORISED(CommandOutcome.REFUSED, StatusCode.BAD_USER_ACCESS_DENIED),
        TOO_MANY_WAIT(CommandOutcome.BUSY, StatusCode.BAD_RESOURCE_UNAVAILABLE),
        TOO_MANY_REFUSED(CommandOutcome.REFUSED, StatusCode.BAD_INVALID_ARGUMENT);

        final CommandOutcome event;
        final int status;

        Kind(CommandOutcome event, int status) {
            this.event = event;
            this.status = status;
        }
    }

    /**
     * One line for many.
     *
     * @param sender the latest
     * @param message of the latest
     * @param count refusals since the line before
     */
    record Counted(String source, Kind kind, String sender, String message, long count) {}

    private record Key(String source, Kind kind) {}

    private static final class Tally {
        private String sender = "";
        private String message = "";
        private long count;
        private long ownLines;
        private long minuteBegan;
        private boolean isFirst = true;
    }

    /** Counts a refusal. */
    synchronized void add(String source, Kind kind, String sender, String message) {
        Tally tally = tallies.computeIfAbsent(new Key(source, kind), first -> new Tally());
        tally.sender = sender;
        tally.message = message;
        tally.count++;
    }

    /** Whether the refusal of a command gets its own line; it is counted if not. */
    synchronized boolean hasOwnLine(String source, String sender, String message) {
        Tally tally = tallies.computeIfAbsent(new Key(source, Kind.TOO_MANY_REFUSED), first -> new Tally());
        startMinute(tally);
        if (tally.ownLines < OWN_LINES) {
            tally.ownLines++;
            return true;
        }
        add(source, Kind.TOO_MANY_REFUSED, sender, message);
        return false;
    }

    private boolean startMinute(Tally tally) {
        long now = clock.nanoTime();
        if (!tally.isFirst && now - tally.minuteBegan < MINUTE) {
            return false;
        }
        tally.isFirst = false;
        tally.minuteBegan = now;
        tally.ownLines = 0;
        return true;
    }

    /**
     * The lines to write now: the first at once, then one each minute.
     *
     * @param all whatever the time, because it is the end
     */
    synchronized List<Counted> due(boolean all) {
        List<Counted> due = new ArrayList<>();
        tallies.forEach((key, tally) -> {
            if (tally.count > 0 && (all || startMinute(tally))) {
                due.add(new Counted(key.source(), key.kind(), tally.sender, tally.message, tally.count));
                tally.count = 0;
            }
        });
        return due;
    }
}
