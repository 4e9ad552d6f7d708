package io.taktstrom.cli.log;

/** The form of a log. */
public enum LogFormat {
    /** {@code 2026-11-22T20:46:01.123Z WARN  press1: not connected for 5s ...} */
    TEXT,
    /** A JSON object on each line, in ASCII. */
    JSON
}
