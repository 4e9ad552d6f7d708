package io.taktstrom.s7.plc4j;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;

import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.tcp.Dialed;
import io.taktstrom.s7.engine.Carrier;
import io.taktstrom.s7.engine.CpuLinkSettings;
import io.taktstrom.s7.engine.S7Backend;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectorException;
import org.apache.plc4x.java.api.PlcConnection;
import org.apache.plc4x.java.api.PlcDriverManager;

/** The backend {@code plc4j}. Each connection has one of its own to the CPU: plc4j's cannot be shared safely. */
public final class Plc4jBackend implements S7Backend {

    @Override
    public String name() {
        return "plc4j";
    }

    @Override
    public Carrier open(CpuLinkSettings settings, Duration connectTimeout, Duration requestTimeout)
            throws ConnectorException {
        if (!settings.password().isEmpty()) {
            throw new ConnectFailedException("connect to " + settings
                    + ": plc4j cannot give a password; leave the option password out, or use backend java");
        }
        QuietLoggers.mute();
        long deadline = System.nanoTime() + connectTimeout.toNanos();
        // plc4j prints a stack trace past all loggers if the port is closed, so it is tried first.
        Dialed.to(settings.host(), settings.port(), settings.toString(), "that the CPU is switched on", deadline)
                .close();
        return connect(settings, deadline - System.nanoTime(), requestTimeout);
    }

    private static Carrier connect(CpuLinkSettings settings, long limitNanos, Duration requestTimeout)
            throws ConnectFailedException {
        PlcWorker worker = new PlcWorker(settings);
        CompletableFuture<PlcConnection> connecting = new CompletableFuture<>();
        String url = url(settings, requestTimeout);
        var unused = worker.submit(Executors.callable(() -> connectInto(connecting, url)));
        try {
            PlcConnection plc = PlcWorker.await(connecting, limitNanos);
            return Plc4jCarrier.over(settings, plc, worker, requestTimeout);
        } catch (TimeoutException e) {
            throw failed(settings, worker, connecting, "no answer in time", e);
        } catch (ExecutionException e) {
            throw failed(settings, worker, connecting, "plc4j: " + e.getCause(), e);
        }
    }

    private static void connectInto(CompletableFuture<PlcConnection> connecting, String url) {
        try {
            PlcConnection plc =
                    PlcDriverManager.getDefault().getConnectionManager().getConnection(url);
            if (!connecting.complete(plc)) {
                PlcWorker.close(plc);
            }
        } catch (Throwable e) {
            // A class that is not there is an Error, and the cause all the same.
            connecting.completeExceptionally(e);
            Fatal.report(e);
        }
    }

    private static ConnectFailedException failed(
            CpuLinkSettings settings,
            PlcWorker worker,
            CompletableFuture<PlcConnection> connecting,
            String why,
            Exception cause) {
        // A connection that comes too late is closed.
        connecting.cancel(false);
        worker.stop();
        return new ConnectFailedException(
                "connect to " + settings + ": " + why
                        + "; check the address, rack and slot, that the CPU is switched on"
                        + " and has a connection of this type left, and the firewall (TCP " + settings.port() + ")",
                cause);
    }

    /**
     * The light driver without its optimiser: the other one leaks a buffer per request, the optimiser fails on errors. Its
     * own limit of time is behind ours, and its type of CPU is stated, so that it does not ask for it: some hang up then.
     */
    private static String url(CpuLinkSettings settings, Duration requestTimeout) {
        String host = settings.host().contains(":") ? "[" + settings.host() + "]" : settings.host();
        return "s7-light://" + host + ":" + settings.port() + "?local-tsap=" + settings.localTsap() + "&remote-tsap="
                + settings.remoteTsap() + "&pdu-size=" + settings.pduBytes() + "&max-amq-caller=" + settings.jobs()
                + "&controller-type=S7_300&enable-block-read-optimizer=false&read-timeout="
                + requestTimeout.plusNanos(Plc4jCarrier.GRACE_NANOS).toMillis();
    }
}
