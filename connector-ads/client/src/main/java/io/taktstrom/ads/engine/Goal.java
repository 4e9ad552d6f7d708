package io.taktstrom.ads.engine;

/** What a thread reads for. */
interface Goal {
    boolean reached();
}
