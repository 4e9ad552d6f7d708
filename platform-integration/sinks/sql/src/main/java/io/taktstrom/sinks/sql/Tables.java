package io.taktstrom.sinks.sql;

import java.io.IOException;
import java.util.Map;

/** What tables the database has. One thread. */
@FunctionalInterface
interface Tables {

    /**
     * Types of the columns that a table has, by name. A table that is not there is created, and so are columns, where that was
     * asked for; otherwise columns may be missing.
     *
     * @throws IOException when there is no such table: the message has the statement that makes it
     */
    Map<String, String> columns(SqlTable table) throws IOException;
}
