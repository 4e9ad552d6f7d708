package io.taktstrom.s7.engine;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

import io.taktstrom.s7.protocol.cotp.CotpData;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;

/** Carries what one user has to ask over a link to a CPU, which he may have to himself or not. */
final class LinkCarrier implements Carrier {

    private final CpuLink link;
    private final LinkUser user = new LinkUser();
    private final long timeoutNanos;
    private final Runnable onClose;

    LinkCarrier(CpuLink link, Duration requestTimeout, Runnable onClose) {
        this.link = link;
        this.timeoutNanos = requestTimeout.toNanos();
        this.onClose = onClose;
    }

    /** From now on the user hears of the link's end. */
    void attach() throws ConnectorException {
        link.attach(user);
    }

    @Override
    public int requestBytes() {
        return Math.min(link.agreed().pduBytes(), link.agreed().tpduBytes() - CotpData.BYTES);
    }

    @Override
    public int answerBytes() {
        return link.agreed().pduBytes();
    }

    @Override
    public int jobs() {
        return link.agreed().jobs();
    }

    @Override
    public void run(Work work) throws ConnectorException {
        link.run(user, work, timeoutNanos);
    }

    void run(Work work, long withinNanos) throws ConnectorException {
        link.run(user, work, withinNanos);
    }

    @Override
    public void requireOpen() throws ConnectionLostException {
        ConnectorException failure = link.failure();
        if (failure != null) {
            throw new ConnectionLostException(String.valueOf(failure.getMessage()), failure);
        }
        if (user.isGone()) {
            throw new ConnectionLostException("connection to " + link + " was closed");
        }
    }

    @Override
    public CompletionStage<Void> closed() {
        return user.end();
    }

    /** Ends the link, too, if nobody else uses it. */
    @Override
    public void close() {
        if (user.leave()) {
            ConnectorException failure = link.failure();
            link.detach(user);
            onClose.run();
            user.ended(failure);
        }
    }

    @Override
    public String toString() {
        return link.toString();
    }
}
