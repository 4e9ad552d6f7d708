package io.taktstrom.simulation;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A simulated device on a socket. Many may live in one process. Thread-safe. */
public interface Simulator extends AutoCloseable {

    /** Where it listens; the port is the real one. */
    InetSocketAddress address();

    /** The TCP port. */
    default int port() {
        return address().getPort();
    }

    /** Where our own client finds it. */
    String endpointUri();

    /**
     * The value of a variable, as {@code io.taktstrom.data.Values} gives it.
     *
     * @throws IllegalArgumentException for an unknown variable
     */
    Object get(String name);

    /** As {@link #get(String)}, cast; integers are {@code Long}, {@code REAL} is {@code Float}. */
    default <T> T get(String name, Class<T> type) {
        return type.cast(get(name));
    }

    /**
     * Sets a variable, also one that clients may not write. One with a waveform keeps the value until its next cycle.
     *
     * @throws IllegalArgumentException for an unknown variable, or a value that does not fit
     */
    void set(String name, Object value);

    /** Stops listening, closes all connections, waits for all threads to end. Idempotent. */
    @Override
    void close();

    /**
     * A host and a port as a URI has them. Of a device that listens at all addresses, that of the loopback interface:
     * {@code 0.0.0.0} cannot be reached.
     */
    static String hostAndPort(InetSocketAddress address) {
        InetAddress host = address.getAddress();
        String name =
                host.isAnyLocalAddress() ? InetAddress.getLoopbackAddress().getHostAddress() : host.getHostAddress();
        return (name.contains(":") ? "[" + name + "]" : name) + ":" + address.getPort();
    }
}
