package io.taktstrom.command;

import java.util.Locale;

/** What became of a command. Only {@link #DONE}, {@link #DIFFERS}, {@link #UNREAD} and {@link #UNKNOWN} have reached a device. */
public enum CommandOutcome {
    /** Written, and read back as it was wanted. */
    DONE,
    /** The device took it, and has another value now: its program, or another client, has written since. */
    DIFFERS,
    /** The device took it, and could not be asked afterwards what it has. */
    UNREAD,
    /** Sent, but it is unknown whether the device took it. It is not sent again. */
    UNKNOWN,
    /** The device is away or refused the value: it has the one that it had. */
    FAILED,
    /** Not allowed, or no command at all. Nothing was sent. */
    REFUSED,
    /** It came, or its turn came, after its expiry. Nothing was sent. */
    EXPIRED,
    /** A command of this identifier was there before. Nothing was sent. */
    REPEATED,
    /** Too much is waiting. Nothing was sent; the same command may come again. */
    BUSY;

    /** As it stands in answers and in the audit. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
