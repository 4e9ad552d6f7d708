package io.taktstrom.opcua.channel;

import java.nio.ByteBuffer;

import io.taktstrom.kit.tcp.Request;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/** A request in flight on a {@link UaChannel}. Hot; reused. */
public final class UaRequest extends Request {

    /** Takes an answer that no thread waits for. */
    @FunctionalInterface
    public interface AnswerHandler {

        /**
         * Takes it, quickly; on the thread that reads the channel.
         *
         * @param in the answer is from {@code at} on, valid during the call only
         * @throws ConnectorException ends the channel
         */
        void answered(ByteBuffer in, int at, int length) throws ConnectorException;
    }

    private String what = "";
    private long timeoutMillis;
    private @Nullable Exchange exchange;
    private @Nullable AnswerHandler handler;

    void begin(
            String newWhat, long newTimeoutMillis, @Nullable Exchange newExchange, @Nullable AnswerHandler newHandler) {
        what = newWhat;
        timeoutMillis = newTimeoutMillis;
        exchange = newExchange;
        handler = newHandler;
    }

    long timeoutMillis() {
        return timeoutMillis;
    }

    @Override
    protected boolean take(ByteBuffer in, int at, int bytes) throws ConnectorException {
        Exchange waiting = exchange;
        AnswerHandler told = handler;
        if (waiting != null) {
            waiting.setAnswer(in, at, bytes);
        } else if (told != null) {
            told.answered(in, at, bytes);
        }
        return true;
    }

    @Override
    protected void clear() {
        exchange = null;
        handler = null;
    }

    @Override
    public String toString() {
        return what;
    }
}
