package io.taktstrom.stream.source;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorProvider;

/** What a {@link ManagedConnection} is made of; all but the device may be left as it is. One thread. */
public final class ManagedConnectionBuilder {

    private final ConnectorProvider provider;
    private final Endpoint endpoint;
    private final List<Scan> scans = new ArrayList<>();
    private boolean afterGap;
    private String name;
    private ManagedSettings settings = ManagedSettings.standard();
    private ConnectContext context = ConnectContext.standard();
    private Consumer<ConnectionState> stateListener = state -> {};

    ManagedConnectionBuilder(ConnectorProvider provider, Endpoint endpoint) {
        this.provider = provider;
        this.endpoint = endpoint;
        name = endpoint.host();
    }

    /** Unique in a deployment; meters, messages and threads carry it. The endpoint's host unless said otherwise. */
    public ManagedConnectionBuilder named(String newName) {
        name = newName;
        return this;
    }

    /** Samples these points from the start; more may come with {@link ManagedConnection#subscribe}. */
    public ManagedConnectionBuilder scan(Scan scan) {
        scans.add(scan);
        return this;
    }

    /** Samples these points from the start. */
    public ManagedConnectionBuilder scans(Collection<Scan> more) {
        scans.addAll(more);
        return this;
    }

    /** Samples were lost before it: the first of each point of the scans that it starts with is marked Overflow. */
    public ManagedConnectionBuilder afterGap() {
        afterGap = true;
        return this;
    }

    /** How the connection is kept up. */
    public ManagedConnectionBuilder settings(ManagedSettings newSettings) {
        settings = newSettings;
        return this;
    }

    /** Clock and observer in one. */
    public ManagedConnectionBuilder context(ConnectContext newContext) {
        context = newContext;
        return this;
    }

    /** Times everything here, and the sessions. */
    public ManagedConnectionBuilder clock(EpochNanoClock clock) {
        context = new ConnectContext(clock, context.observer());
        return this;
    }

    /** Goes to the sessions, and hears what happens to them; notices are also in the log. */
    public ManagedConnectionBuilder observer(ConnectionObserver observer) {
        context = new ConnectContext(context.clock(), observer);
        return this;
    }

    /** In place of an observer that hears notices only. */
    public ManagedConnectionBuilder onNotice(Consumer<String> listener) {
        return observer(new ConnectionObserver() {
            @Override
            public void onNotice(String message) {
                listener.accept(message);
            }
        });
    }

    /** Told of each new state by the connection's thread, so it is quick. */
    public ManagedConnectionBuilder onState(Consumer<ConnectionState> listener) {
        stateListener = listener;
        return this;
    }

    /** Starts to connect, and returns at once. */
    public ManagedConnection start() {
        return new ManagedConnection(
                new ManagedParts(name, provider, endpoint, scans, afterGap, settings, context, stateListener));
    }
}
