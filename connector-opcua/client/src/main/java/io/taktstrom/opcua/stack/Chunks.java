package io.taktstrom.opcua.stack;

import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.Deadline;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.jspecify.annotations.Nullable;

/** Cuts long lists into requests that the server takes; learns when it takes less than it says. */
final class Chunks {

    /** One request. */
    @FunctionalInterface
    interface Part {
        void run(int from, int to) throws ConnectorException;
    }

    private final UaLink link;
    private final String what;
    private volatile int most;

    /** @param most entries of one request */
    Chunks(UaLink link, String what, int most) {
        this.link = link;
        this.what = what;
        this.most = most;
    }

    int most() {
        return most;
    }

    /** What the server says; never more than was set. */
    void limit(int stated) {
        if (stated > 0) {
            most = Math.min(most, stated);
        }
    }

    /** What an earlier connection has found out: never more than that. */
    void learn(Chunks before) {
        limit(before.most);
    }

    void run(int count, Part part) throws ConnectorException {
        run(count, null, part);
    }

    /** @param deadline for all parts together; null for none */
    void run(int count, @Nullable Deadline deadline, Part part) throws ConnectorException {
        int from = 0;
        while (from < count) {
            if (deadline != null) {
                deadline.check(what + " at " + link.where());
            }
            int size = Math.min(most, count - from);
            try {
                part.run(from, from + size);
                from += size;
            } catch (DeviceErrorException e) {
                if (size == 1 || !isTooMuch(e.status())) {
                    throw e;
                }
                most = Math.max(1, size / 2);
                link.tell(what + " at " + link.where() + ": " + size
                        + " at once are too many for the server; from now on " + most);
            }
        }
    }

    static boolean isTooMuch(int status) {
        return status == StatusCode.BAD_TOO_MANY_OPERATIONS
                || status == (int) StatusCodes.Bad_RequestTooLarge
                || status == (int) StatusCodes.Bad_ResponseTooLarge
                || status == (int) StatusCodes.Bad_EncodingLimitsExceeded;
    }
}
