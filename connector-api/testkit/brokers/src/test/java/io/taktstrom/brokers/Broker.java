package io.taktstrom.brokers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.HeldPort;
import io.taktstrom.testkit.peer.ServerProcess;
import io.taktstrom.testkit.peer.TestCertificate;

/**
 * A broker in processes and a folder of its own, behind a proxy, on ports of 127.0.0.1 that it keeps when it is killed and
 * restarted. One thread.
 */
public abstract class Broker implements AutoCloseable {

    private final Path folder;
    private final List<HeldPort> ports = new ArrayList<>();
    private final List<ServerProcess> processes = new ArrayList<>();
    private final HeldPort tested;
    private final FaultProxy proxy;
    private final TestCertificate certificate;

    Broker(String name) throws IOException {
        folder = Files.createTempDirectory(name);
        tested = newPort();
        proxy = FaultProxy.start(tested.address(), 1);
        certificate = TestCertificate.create(folder, "server", "CN=localhost");
    }

    /** Starts a new broker; returns when it answers. */
    static <B extends Broker> B started(B broker) throws IOException {
        try {
            broker.restart();
            return broker;
        } catch (IOException | RuntimeException | Error e) {
            broker.close();
            throw e;
        }
    }

    final HeldPort newPort() throws IOException {
        HeldPort port = new HeldPort();
        ports.add(port);
        return port;
    }

    final Path file(String name) {
        return folder.resolve(name);
    }

    /** The port behind the proxy. */
    final HeldPort tested() {
        return tested;
    }

    /** Processes that end with the broker, the last one first. */
    final void add(ServerProcess process) {
        processes.add(0, process);
    }

    /** Where faults happen. */
    public final FaultProxy proxy() {
        return proxy;
    }

    /** The certificate that the broker shows with TLS; its authority signs the clients that the broker trusts. */
    public final TestCertificate certificate() {
        return certificate;
    }

    /** Ends the broker as a power failure does. What is on its disk stays. */
    public final void kill() {
        processes.forEach(ServerProcess::kill);
        processes.clear();
    }

    /** Sends a signal such as STOP to its processes. */
    public final void signal(String name) throws IOException {
        for (ServerProcess process : processes) {
            process.signal(name);
        }
    }

    /** Starts the broker again, with what is on its disk; returns when it answers. */
    public abstract void restart() throws IOException;

    @Override
    public void close() throws IOException {
        kill();
        proxy.close();
        for (HeldPort port : ports) {
            port.close();
        }
        ServerProcess.delete(folder);
    }
}
