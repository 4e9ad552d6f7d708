package io.taktstrom.stream.log;

/** Why samples that were in a log will never be read. */
public enum LogLoss {
    /** They were the oldest, and the log had reached its size. */
    SIZE,
    /** They had waited for too long. */
    AGE,
    /** What holds them is damaged, or gone. */
    DAMAGE
}
