package io.taktstrom.page.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** A login that lasts. Thread-safe. */
public final class Session {

    private final PageUser user;
    private final String csrfToken;
    private final long beganAt;
    private volatile long usedAt;

    /** @param now of the port's clock, nanoseconds */
    Session(PageUser user, String csrfToken, long now) {
        this.user = user;
        this.csrfToken = csrfToken;
        beganAt = now;
        usedAt = now;
    }

    public PageUser user() {
        return user;
    }

    /** What each changing request must have, and no other site can read. */
    public String csrfToken() {
        return csrfToken;
    }

    /** Compares in constant time. */
    public boolean hasCsrfToken(String given) {
        return MessageDigest.isEqual(
                given.getBytes(StandardCharsets.ISO_8859_1), csrfToken.getBytes(StandardCharsets.ISO_8859_1));
    }

    long beganAt() {
        return beganAt;
    }

    long usedAt() {
        return usedAt;
    }

    void use(long now) {
        usedAt = now;
    }
}
