package io.taktstrom.s7.engine;

/** What the {@link IdleWatch} looks at. */
interface Watched {

    /** Looks; quick. */
    void peek();

    boolean isOver();

    /** Ends it, with a cause that nobody foresaw. */
    void giveUp(Throwable cause);
}
