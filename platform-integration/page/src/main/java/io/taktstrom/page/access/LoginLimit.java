package io.taktstrom.page.access;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import io.taktstrom.data.EpochNanoClock;

/**
 * Limits attempts to log in, by name and by address: some are free, after each further one there is a pause that doubles. An attempt
 * counts when it begins, so that many at once are limited, too. Who attempted longest ago is forgotten first. Thread-safe.
 */
final class LoginLimit {

    /** Names and addresses that are remembered. */
    static final int MAX_KEYS = 4096;

    /** The pause for a name is short: no one keeps a user out for long by wrong passwords. */
    private static final Duration NAME_PAUSE = Duration.ofSeconds(30);

    private static final Duration ADDRESS_PAUSE = Duration.ofMinutes(15);
    private static final int FREE_OF_NAME = 5;
    /** More, since several users may share an address. */
    private static final int FREE_OF_ADDRESS = 20;

    private static final long SECOND = 1_000_000_000L;
    private static final int MAX_DOUBLINGS = 20;

    private final EpochNanoClock clock;
    private final Map<String, Attempts> names = bounded();
    private final Map<String, Attempts> addresses = bounded();

    private static final class Attempts {
        private int count;
        private long latest;
        private long until;
    }

    LoginLimit(EpochNanoClock clock) {
        this.clock = clock;
    }

    private static Map<String, Attempts> bounded() {
        return new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Attempts> eldest) {
                return size() > MAX_KEYS;
            }
        };
    }

    /** Begins an attempt; otherwise how long to wait, in seconds, more than 0. */
    synchronized long begin(String name, String address) {
        long now = clock.nanoTime();
        Attempts ofName = attempts(names, name, now);
        Attempts ofAddress = attempts(addresses, address, now);
        long wait = Math.max(ofName.until - now, ofAddress.until - now);
        if (wait > 0) {
            return (wait + SECOND - 1) / SECOND;
        }
        count(ofName, FREE_OF_NAME, NAME_PAUSE, now);
        count(ofAddress, FREE_OF_ADDRESS, ADDRESS_PAUSE, now);
        return 0;
    }

    synchronized int remembered() {
        return names.size() + addresses.size();
    }

    /** The attempt had the right password: it does not count. Wrong ones from that address still do. */
    synchronized void succeed(String name, String address) {
        names.remove(name);
        Attempts ofAddress = attempts(addresses, address, clock.nanoTime());
        ofAddress.count = Math.max(0, ofAddress.count - 1);
        ofAddress.until = clock.nanoTime();
    }

    private static Attempts attempts(Map<String, Attempts> all, String key, long now) {
        Attempts attempts = all.computeIfAbsent(key, first -> {
            Attempts made = new Attempts();
            made.latest = now;
            made.until = now;
            return made;
        });
        if (now - attempts.latest > 2 * ADDRESS_PAUSE.toNanos()) {
            attempts.count = 0;
        }
        return attempts;
    }

    private static void count(Attempts attempts, int free, Duration longest, long now) {
        attempts.latest = now;
        attempts.count++;
        int beyond = Math.min(attempts.count - free, MAX_DOUBLINGS);
        attempts.until = beyond < 0 ? now : now + Math.min(SECOND << beyond, longest.toNanos());
    }
}
