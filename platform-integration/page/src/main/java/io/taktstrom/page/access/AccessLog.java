package io.taktstrom.page.access;

/** Hears who has logged in, who was refused, and what was done besides commands. Does not throw. */
public interface AccessLog {

    /**
     * Notes an event. May wait for a disk.
     *
     * @param who the user's name, where it is known, and the address
     * @param event such as {@code login}
     * @param isRefused whether it was not done; beyond so many a minute these may be counted instead
     * @param detail for people; empty for none
     */
    void note(String who, String event, boolean isRefused, String detail);

    /** Counts a request that was refused before it was looked at. Does not block. */
    void turnAway(String who, String why);
}
