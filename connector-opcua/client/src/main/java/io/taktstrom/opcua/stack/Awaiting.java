package io.taktstrom.opcua.stack;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.taktstrom.kit.Fatal;
import io.taktstrom.spi.ConnectFailedException;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.UaException;
import org.eclipse.milo.opcua.stack.core.types.UaResponseMessageType;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.structured.RequestHeader;

import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.uint;

/** The steps of connecting, each within what is left of the connect timeout. */
final class Awaiting {

    private final LinkSettings settings;
    private final long deadline;

    Awaiting(LinkSettings settings) {
        this.settings = settings;
        this.deadline = System.nanoTime() + settings.connectTimeout().toNanos();
    }

    RequestHeader header(NodeId token) {
        return new RequestHeader(token, DateTime.now(), uint(0), uint(0), null, uint(millisLeft()), null);
    }

    private long millisLeft() {
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()));
    }

    <T> T await(String what, CompletableFuture<T> future) throws ConnectFailedException {
        try {
            return future.get(millisLeft(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(what, e);
        } catch (TimeoutException e) {
            throw failed(
                    what,
                    new UaException(
                            StatusCodes.Bad_Timeout,
                            "no answer within " + settings.connectTimeout().toMillis() + " ms"));
        } catch (ExecutionException e) {
            throw failed(what, e);
        }
    }

    /** As {@link #await}, for an answer of one type only. */
    <T extends UaResponseMessageType> T answer(
            String what, Class<T> type, CompletableFuture<UaResponseMessageType> future) throws ConnectFailedException {
        UaResponseMessageType answer = await(what, future);
        if (!type.isInstance(answer)) {
            throw failed(what, new UaException(StatusCodes.Bad_UnknownResponse, "the server answers something else"));
        }
        return type.cast(answer);
    }

    ConnectFailedException failed(String what, Throwable cause) {
        Fatal.rethrow(Failures.root(cause));
        return new ConnectFailedException(
                "connect to " + settings.url() + ", " + what + ": " + Failures.reason(cause) + Remedies.of(cause),
                Failures.root(cause));
    }
}
