package io.taktstrom.ads.protocol;

/**
 * Who grants the memory that the entries of a table take once they are read, which is a multiple of what they take on the
 * wire. Asked before each field is made.
 */
@FunctionalInterface
public interface TableBudget {

    /** For tables that are trusted. */
    TableBudget UNLIMITED = bytes -> true;

    /** Takes bytes for what is about to be made; false when they are not there, and then the table is not read on. */
    boolean take(long bytes);
}
