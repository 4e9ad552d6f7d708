package io.taktstrom.cli.simulate;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.HostPort;
import io.taktstrom.cli.shell.OwnAddresses;
import io.taktstrom.cli.shell.RunLimit;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What commands have in common that are a device: it prints its URI as soon as it answers, and runs until stopped. */
public abstract class SimulatorCommand extends ShellCommand {

    private static final Duration GLANCE = Duration.ofSeconds(1);

    @Option(
            names = "--bind",
            paramLabel = "HOST:PORT",
            converter = HostPort.Converter.class,
            description = "Where to listen; port 0 takes a free one (default: ${DEFAULT-VALUE}).")
    private HostPort bind;

    @Option(
            names = "--model",
            paramLabel = "FILE",
            description = "What it has: a file, or the name of a model at hand (default: ${DEFAULT-VALUE}).")
    private String model = "demo";

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Of the random waveforms: the same seed, the same values.")
    private long seed = 1;

    @Mixin
    private RunLimit runLimit = new RunLimit();

    /** @param port where such devices listen, or where one may listen without being root */
    protected SimulatorCommand(Shell shell, int port) {
        super(shell);
        bind = HostPort.local(port);
    }

    /** A simulator that answers. */
    protected interface Simulated extends AutoCloseable {

        String endpointUri();

        /** Begins whatever goes on beside it, after its URI was printed. */
        default void attend() {}

        /** Whether all went well, at the end. */
        default boolean isWell() {
            return true;
        }

        @Override
        void close();

        /** One with nothing beside it. */
        static Simulated of(Supplier<String> endpointUri, Runnable close) {
            return new Simulated() {
                @Override
                public String endpointUri() {
                    return endpointUri.get();
                }

                @Override
                public void close() {
                    close.run();
                }
            };
        }
    }

    /** Starts it. */
    protected abstract Simulated start() throws IOException;

    protected final InetAddress host() {
        return bind.socket().getAddress();
    }

    protected final int port() {
        return bind.socket().getPort();
    }

    protected final long seed() {
        return seed;
    }

    /** A file, or the name of a model at hand. */
    protected final String model() {
        return model;
    }

    @Override
    public final Integer call() throws IOException {
        try (Simulated device = start()) {
            if (!bind.isLocal()) {
                shell.note(
                        "listening on " + bind + ": anyone who can reach it can read and write the simulated device");
            }
            out().println(reachable(device.endpointUri(), host()));
            out().flush();
            device.attend();
            runLimit.repeat(shell.stop(), GLANCE, () -> {});
            return device.isWell() ? ExitCode.GOOD : ExitCode.FAILED;
        }
    }

    /** A server that listens on all addresses has one in its URI that cannot be called. */
    static String reachable(String uri, InetAddress bound) throws SocketException {
        if (!bound.isAnyLocalAddress()) {
            return uri;
        }
        List<InetAddress> own = OwnAddresses.ofThisMachine();
        InetAddress callable = own.isEmpty() ? InetAddress.getLoopbackAddress() : own.get(0);
        return uri.replaceFirst("//(?:\\[[0:]+]|0\\.0\\.0\\.0)", "//" + callable.getHostAddress());
    }
}
