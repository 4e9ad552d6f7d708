package io.taktstrom.opcua.service;

import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.Deadline;
import io.taktstrom.opcua.channel.Failures;
import io.taktstrom.opcua.session.UaLink;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.jspecify.annotations.Nullable;

/** Cuts long lists into requests that the server takes; learns when it takes less than it says. */
final class RequestSplitter {

    /** One request. */
    @FunctionalInterface
    interface Part {
        void run(int from, int to) throws ConnectorException;
    }

    /** Gets an entry for which the server refuses the whole request. */
    @FunctionalInterface
    interface Refused {
        void entry(int index, DeviceErrorException why) throws ConnectorException;
    }

    /** Requests that may be refused in one run while the entries that cause it are looked for. */
    private static final int MAX_REFUSALS = 200;

    private final UaLink link;
    private final String what;
    private volatile int most;

    /** @param most entries of one request */
    RequestSplitter(UaLink link, String what, int most) {
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

    /**
     * As {@link #run}, but an entry for which the server refuses the request is isolated by halving: the others get their
     * answers. A refusal that does not concern single entries is thrown.
     */
    void runEach(int count, @Nullable Deadline deadline, Part part, Refused refused) throws ConnectorException {
        int[] left = {MAX_REFUSALS};
        run(count, deadline, (from, to) -> isolate(from, to, deadline, part, refused, left));
    }

    private void isolate(int from, int to, @Nullable Deadline deadline, Part part, Refused refused, int[] left)
            throws ConnectorException {
        try {
            part.run(from, to);
        } catch (DeviceErrorException e) {
            if (isTooMuch(e.status()) || !Failures.isOfOneEntry(e.status()) || left[0]-- == 0) {
                throw e;
            }
            if (to - from == 1) {
                refused.entry(from, e);
                return;
            }
            if (deadline != null) {
                deadline.check(what + " at " + link.where());
            }
            int middle = from + (to - from) / 2;
            isolate(from, middle, deadline, part, refused, left);
            isolate(middle, to, deadline, part, refused, left);
        }
    }

    static boolean isTooMuch(int status) {
        return status == StatusCode.BAD_TOO_MANY_OPERATIONS
                || status == (int) StatusCodes.Bad_RequestTooLarge
                || status == (int) StatusCodes.Bad_ResponseTooLarge
                || status == (int) StatusCodes.Bad_EncodingLimitsExceeded;
    }
}
