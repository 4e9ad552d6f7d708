package io.taktstrom.s7.engine;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

import io.taktstrom.kit.session.ConnectionEnd;
import io.taktstrom.kit.tcp.LinkUser;
import io.taktstrom.s7.protocol.cotp.CotpData;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;

/** A user of a link to a CPU. */
final class LinkCarrier extends LinkUser implements Carrier {

    private final CpuLink link;
    private final ConnectionEnd end;
    private final long timeoutNanos;
    private final Runnable onClose;

    LinkCarrier(CpuLink link, Duration requestTimeout, Runnable onClose) {
        this.link = link;
        this.end = new ConnectionEnd(link.toString());
        this.timeoutNanos = requestTimeout.toNanos();
        this.onClose = onClose;
    }

    /** From now on the user hears of the link's end. */
    void attach(Duration heartbeatTimeout) throws ConnectorException {
        link.attach(this, heartbeatTimeout);
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
        link.run(this, work, timeoutNanos);
    }

    void run(Work work, long withinNanos) throws ConnectorException {
        link.run(this, work, withinNanos);
    }

    @Override
    public boolean isClosed() {
        return end.hasBegun();
    }

    @Override
    protected void linkFailed(ConnectorException cause) {
        if (end.begin(cause)) {
            end.complete();
        }
    }

    @Override
    public void requireOpen() throws ConnectionLostException {
        end.requireOpen();
    }

    @Override
    public CompletionStage<Void> closed() {
        return end.closed();
    }

    /** Also ends the link when this is its last user. */
    @Override
    public void close() {
        boolean first = end.begin(null);
        link.detach(this);
        onClose.run();
        if (first) {
            end.complete();
        }
    }

    @Override
    public String toString() {
        return link.toString();
    }
}
