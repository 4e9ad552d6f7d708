package io.taktstrom.runtime.health;

/** How something does, from good to bad. */
public enum Condition {
    /** As it should. */
    UP,
    /** It works, but not all of it, or not as it should. */
    DEGRADED,
    /** It does not work: nothing comes in, nothing goes out, or the accounting does not balance. */
    DOWN;

    /** The worse of both. */
    public Condition or(Condition other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
