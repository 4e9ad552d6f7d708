package io.taktstrom.kit.tcp;

import java.nio.ByteBuffer;
import java.util.Objects;

import io.taktstrom.spi.ConnectorException;
import io.taktstrom.testkit.peer.Interleavings;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The lock for sending and the table of requests, in many orders of what threads do. */
class TcpInterleavingsSuite {

    private static final class Counter {
        private int count;

        void add() {
            count++;
        }
    }

    @Test
    void theSendLockLetsOneThreadInAndForgetsNone() {
        Interleavings.of(() -> {
            SendLock lock = new SendLock();
            Counter counter = new Counter();
            Runnable work = () -> {
                lock.lock();
                counter.add();
                lock.unlock();
            };
            Interleavings.atOnce(work, work, work);
            Interleavings.require(counter.count == 3, "counted " + counter.count);
        });
    }

    /** That the orders are different ones. */
    @Test
    void withoutTheLockACountIsLost() {
        assertThatThrownBy(() -> Interleavings.of(() -> {
                    Counter counter = new Counter();
                    Interleavings.atOnce(counter::add, counter::add);
                    Interleavings.require(counter.count == 2, "counted " + counter.count);
                }))
                .hasMessageContaining("counted 1");
    }

    private static final class PlainRequest extends Request {
        @Override
        protected boolean take(ByteBuffer in, int at, int bytes) {
            return true;
        }
    }

    private static void answer(RequestTable table, int id) {
        try {
            table.answer(id, ByteBuffer.allocate(0), 0, 0);
        } catch (ConnectorException e) {
            throw new AssertionError(e);
        }
    }

    private static void giveUp(RequestTable table, Request request, boolean keeps) {
        while (!request.withdraw(keeps)) {
            if (request.isDone()) {
                table.release(request);
                return;
            }
            Thread.onSpinWait();
        }
        if (!keeps) {
            table.release(request);
        }
    }

    /** As a request is given up whose answer arrives just then: its place becomes free once, now or with the answer. */
    @Test
    void anAnswerAndATimeoutFreeAPlaceOnce() {
        Interleavings.of(() -> {
            RequestTable table = new RequestTable(1, 16, PlainRequest::new);
            Request request = Objects.requireNonNull(table.free());
            table.submit(request, null, 0);
            int id = request.id();
            Interleavings.atOnce(() -> answer(table, id), () -> giveUp(table, request, true));
            if (request.isUnanswered()) {
                answer(table, id);
            }
            Interleavings.require(table.isIdle(), "a permit is missing, or there is one too many");
            Interleavings.require(request.isFree() && request.id() != id, "the place is not free");
        });
    }

    /** The same, while the connection fails. */
    @Test
    void anAnswerATimeoutAndTheEndOfTheConnectionFreeAPlaceOnce() {
        Interleavings.of(() -> {
            RequestTable table = new RequestTable(1, 16, PlainRequest::new);
            Request request = Objects.requireNonNull(table.free());
            table.submit(request, null, 0);
            int id = request.id();
            Interleavings.atOnce(
                    () -> answer(table, id),
                    () -> giveUp(table, request, false),
                    () -> table.failAll(() -> new io.taktstrom.spi.ConnectionLostException("over")));
            Interleavings.require(table.isIdle(), "a permit is missing, or there is one too many");
            Interleavings.require(request.isFree(), "the place is not free");
        });
    }
}
