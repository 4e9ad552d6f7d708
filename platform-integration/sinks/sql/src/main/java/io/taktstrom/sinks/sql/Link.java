package io.taktstrom.sinks.sql;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.sql.SQLException;

import io.taktstrom.kit.Fatal;
import org.jspecify.annotations.Nullable;

/** The way of one inlet to the database: connects when it must, gives up what does not answer. One thread; given up by any. */
final class Link {

    /** Something done at the database. */
    @FunctionalInterface
    interface Work<T> {
        T on(Session session) throws SQLException;
    }

    private final Server server;
    private final TimeLimit limit;
    private volatile @Nullable Session session;
    private volatile boolean closed;

    Link(Server server, TimeLimit limit) {
        this.server = server;
        this.limit = limit;
    }

    /**
     * Does this at the database, within the time that a unit may take.
     *
     * @param what for the message, for example {@code publish to}
     * @throws IOException when the database cannot be reached, or does not do it
     */
    <T> T call(String what, Work<T> work) throws IOException {
        if (closed) {
            throw new IOException("the sink is closed");
        }
        limit.begin();
        try {
            T result = work.on(session());
            // What was too late for the limit's thread, and was done all the same, is done.
            limit.end();
            return result;
        } catch (SQLException e) {
            boolean over = limit.end();
            giveUp(over);
            if (closed) {
                throw new IOException("the sink is closed", e);
            }
            if (over) {
                throw new IOException(
                        what + " " + server.where() + ": no answer within "
                                + server.requestTimeout().toMillis()
                                + " ms; is it overloaded, or does something else hold a lock on the table?",
                        e);
            }
            if (Thread.currentThread().isInterrupted()) {
                throw (IOException)
                        new InterruptedIOException(what + " " + server.where() + ": interrupted").initCause(e);
            }
            throw SqlFailure.of(what, server, e);
        } catch (OutOfMemoryError e) {
            limit.end();
            giveUp(true);
            Fatal.rethrow(e);
            throw new IOException(
                    what + " " + server.where() + ": it announced an answer that does not fit into the heap ("
                            + e.getMessage() + "); is this the address of a PostgreSQL server?",
                    e);
        }
    }

    private Session session() throws SQLException {
        Session current = session;
        if (current == null || current.isOver()) {
            current = Session.open(server);
            session = current;
            // One that was closed meanwhile has nobody else to end it.
            if (closed) {
                current.abandon();
            }
        }
        return current;
    }

    /** A failure leaves a transaction, or a connection that is no more. */
    private void giveUp(boolean broken) {
        Session current = session;
        if (current == null) {
            return;
        }
        try {
            if (!broken && !current.isOver() && !Thread.currentThread().isInterrupted()) {
                current.rollback();
                return;
            }
        } catch (SQLException e) {
            // Then it is broken as well.
        }
        current.abandon();
        session = null;
    }

    /** Says goodbye. */
    void close() throws IOException {
        closed = true;
        Session current = session;
        if (current != null) {
            session = null;
            try {
                current.close();
            } catch (SQLException e) {
                throw SqlFailure.of("leave", server, e);
            }
        }
    }

    /** From any thread: breaks what is going on. */
    void abandon() {
        closed = true;
        Session current = session;
        if (current != null) {
            current.abandon();
        }
    }
}
