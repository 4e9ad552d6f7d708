/**
 * Where streams end in a database: PostgreSQL, with or without TimescaleDB.
 *
 * <pre>
 *  pipeline of stream a --> PostgresInlet --> RowLayout --> CopyRows of each table --> PostgresConnection
 *                           a unit at a time  narrow: a row per sample               |
 *                                             wide: a row per time                   +-- first time:  COPY into the table
 *                                                                                    +-- again, or data that does not fit:
 *                                                                                        COPY into a temporary table,
 *                                                                                        INSERT ... ON CONFLICT DO NOTHING,
 *                                                                                        by halves until the culprit is alone
 * </pre>
 *
 * <p>A lease is a row of a table of its own:
 *
 * <pre>
 *  PostgresLeaseProvider --&gt; PostgresLease --read, replace if unchanged--&gt; PostgresConnection
 * </pre>
 *
 * <p>Of samples, a unit is one transaction, and acknowledged when it is committed.
 */
@NullMarked
package io.taktstrom.sinks.sql;

import org.jspecify.annotations.NullMarked;
