package io.taktstrom.sinks.sql;

import java.io.IOException;
import java.sql.SQLException;

import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** What went wrong at the server, in words that help. */
final class SqlFailure {

    private SqlFailure() {}

    /** @param work what was being done, for example {@code publish to} */
    static IOException of(String work, PostgresTarget target, SQLException e) {
        return new IOException(work + " " + target.where() + ": " + text(e) + "; " + remedy(target, e), e);
    }

    /** What the server says, on one line, with its code. */
    static String text(SQLException e) {
        ServerErrorMessage said = e instanceof PSQLException failure ? failure.getServerErrorMessage() : null;
        String text = said == null ? String.valueOf(e.getMessage()) : String.valueOf(said.getMessage());
        if (said != null && said.getDetail() != null) {
            text += " (" + said.getDetail() + ")";
        }
        return e.getSQLState() + " " + text.strip().replaceAll("\\s+", " ");
    }

    private static String remedy(PostgresTarget target, SQLException e) {
        String state = e.getSQLState() == null ? "" : e.getSQLState();
        return switch (state) {
            case "3D000" -> "create the database " + target.database() + ", or name another";
            case "42501" -> "GRANT what is missing to the role " + target.user() + ", or name another";
            case "42P01", "3F000" -> "create the table, or set 'create: true'";
            case "42703", "42804" -> "the table has other columns than are written; correct it, or name another";
            case "53300" -> "raise max_connections of the server";
            case "25006" -> "it is read-only; name the primary server";
            case "57014" -> "the server is too slow for a flush unit; a larger requestTimeout gives it more time";
            default -> byClass(target, state);
        };
    }

    private static String byClass(PostgresTarget target, String state) {
        if (state.startsWith("28")) {
            return "correct user and password, or pg_hba.conf of the server (role " + target.user() + ")";
        }
        if (state.startsWith("53")) {
            return "make room on the server";
        }
        if (state.startsWith("08") || state.startsWith("57")) {
            return "is the server running, and is this its address?";
        }
        return "look into the server's log";
    }
}
