package io.taktstrom.ads.backend;

/** What the host is that a connection goes to, and so: who we are to it. */
public enum RouterMode {
    /** The target's router: it has a route to us, under a net id of our own. */
    DIRECT,
    /** A router of this machine, which forwards to the target over its own route and gives us its net id and a port. */
    LOCAL,
    /** {@link #LOCAL} if the host is this machine and answers as such a router does, else {@link #DIRECT}. */
    AUTO
}
