package io.taktstrom.simulation;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

import io.taktstrom.data.EpochNanoClock;

/**
 * Settings of a simulated device. One thread.
 *
 * @param <M> what the device has
 * @param <B> the builder itself
 */
public abstract class SimulatorBuilder<M, B extends SimulatorBuilder<M, B>> {

    /** What the device has. */
    protected M model;

    protected ConnectionLimits connectionLimits = ConnectionLimits.DEFAULT;
    protected long seed = 1;
    protected EpochNanoClock clock = EpochNanoClock.system();
    private InetAddress bindAddress = InetAddress.getLoopbackAddress();
    private int bindPort;

    /** With this model unless another is set. */
    protected SimulatorBuilder(M model) {
        this.model = model;
    }

    /** This builder. */
    @SuppressWarnings("unchecked")
    protected final B self() {
        return (B) this;
    }

    /** Address to listen on; 127.0.0.1 by default. */
    public B bindAddress(InetAddress newAddress) {
        bindAddress = newAddress;
        return self();
    }

    /** TCP port to listen on; by default 0: any free one. */
    public B bindPort(int newPort) {
        bindPort = newPort;
        return self();
    }

    /** Everything about the device; what is set afterwards overrides it. */
    public B model(M newModel) {
        model = newModel;
        return self();
    }

    /**
     * How many TCP connections it accepts, and how long those without a request stay; {@link ConnectionLimits#DEFAULT} by
     * default.
     */
    public B connectionLimits(ConnectionLimits limits) {
        connectionLimits = limits;
        return self();
    }

    /** Of the random waveforms; the same seed gives the same values. */
    public B seed(long newSeed) {
        seed = newSeed;
        return self();
    }

    /** The clock that moves the values. */
    public B clock(EpochNanoClock newClock) {
        clock = newClock;
        return self();
    }

    /** Where to listen. */
    protected final InetSocketAddress bind() {
        return new InetSocketAddress(bindAddress, bindPort);
    }

    /**
     * Starts the simulator.
     *
     * @throws IOException if the address is taken or not of this machine
     */
    public abstract Simulator start() throws IOException;
}
