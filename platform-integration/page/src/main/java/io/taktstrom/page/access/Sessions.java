package io.taktstrom.page.access;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

import io.taktstrom.data.EpochNanoClock;
import org.jspecify.annotations.Nullable;

/** The sessions of all users, by the identifiers in their cookies. A restart ends all. Thread-safe. */
final class Sessions {

    /** How long after the last request, or after its page was closed. */
    static final Duration IDLE = Duration.ofMinutes(30);
    /** How long at most: a shift. */
    static final Duration LONGEST = Duration.ofHours(12);

    /** Of one user; another login ends the oldest. */
    static final int MAX_OF_USER = 20;

    private static final int ID_BYTES = 32;

    private final SecureRandom random = new SecureRandom();
    private final EpochNanoClock clock;
    private final Map<String, Session> open = new ConcurrentHashMap<>();

    Sessions(EpochNanoClock clock) {
        this.clock = clock;
    }

    /** Begins one; returns its identifier. */
    synchronized String begin(PageUser user) {
        Predicate<Session> ofUser = session -> session.user().name().equals(user.name());
        if (open.values().stream().filter(ofUser).count() >= MAX_OF_USER) {
            open.values().stream()
                    .filter(ofUser)
                    .min(Comparator.comparingLong(session -> session.beganAt() - clock.nanoTime()))
                    .ifPresent(this::end);
        }
        String id = text();
        open.put(id, new Session(user, text(), clock.nanoTime()));
        return id;
    }

    private String text() {
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Null when there is none, or it is over. */
    @Nullable
    Session find(String id) {
        return open.get(id);
    }

    void end(Session session) {
        open.values().remove(session);
    }

    /** Whether it is open; that counts as use. */
    boolean use(Session session) {
        session.use(clock.nanoTime());
        return open.containsValue(session);
    }

    /** Ends what is too old, or what users say that are not as they were. */
    void endOld(Predicate<PageUser> isCurrent) {
        long now = clock.nanoTime();
        open.values()
                .removeIf(session -> now - session.usedAt() > IDLE.toNanos()
                        || now - session.beganAt() > LONGEST.toNanos()
                        || !isCurrent.test(session.user()));
    }
}
