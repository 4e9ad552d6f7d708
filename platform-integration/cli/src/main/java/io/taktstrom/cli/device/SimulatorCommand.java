package io.taktstrom.cli.device;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.HostPort;
import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.cli.shell.RunLimit;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.descriptor.Closest;
import io.taktstrom.simulation.ModelException;
import io.taktstrom.text.TextFile;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the simulators have in common: they print their URI as soon as they answer, and run until stopped. */
public abstract class SimulatorCommand extends ShellCommand implements Callable<Integer> {

    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final long MAX_MODEL_BYTES = 16L << 20;

    @Option(
            names = "--bind",
            paramLabel = "HOST:PORT",
            description = "Where to listen; port 0 is any (default: ${DEFAULT-VALUE}).")
    private HostPort bind;

    @Option(
            names = "--model",
            paramLabel = "FILE",
            description = "A file, or a built-in model (default: ${DEFAULT-VALUE}).")
    private String model = "demo";

    @Option(names = "--seed", paramLabel = "N", description = "Of random waveforms: same seed, same values.")
    private long seed = 1;

    @Mixin
    private RunLimit runLimit = new RunLimit();

    /** @param port the standard one of such devices, or one that needs no privileges */
    protected SimulatorCommand(int port) {
        bind = HostPort.local(port);
    }

    /**
     * A simulator that answers.
     *
     * @param attend begins what runs beside it, after its URI is printed; returns whether all went well, asked at the end
     */
    public record Simulated(String endpointUri, Supplier<BooleanSupplier> attend, Runnable stop) {

        /** One with nothing beside it. */
        public Simulated(String endpointUri, Runnable stop) {
            this(endpointUri, () -> () -> true, stop);
        }
    }

    /** Starts the simulator. */
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

    /** A file, or the name of a built-in model. */
    protected final String model() {
        return model;
    }

    /**
     * The model that {@code --model} names.
     *
     * @param parse reads the file's text; throws a {@link ModelException} when it is invalid
     * @throws InvalidFileException when there is neither a model nor a file of this name, or it is invalid
     */
    protected final <M> M load(Map<String, Supplier<M>> builtIn, Function<String, M> parse) {
        Supplier<M> known = builtIn.get(model);
        if (known != null) {
            return known.get();
        }
        Path file = Path.of(model);
        if (Files.notExists(file)) {
            throw notFound(builtIn);
        }
        try {
            return parse.apply(TextFile.read(file, MAX_MODEL_BYTES));
        } catch (TextFile.UnreadableException e) {
            throw new InvalidFileException(file + ": " + e.getMessage() + "; " + e.hint());
        } catch (ModelException e) {
            throw new InvalidFileException(file + ":" + e.getMessage());
        }
    }

    protected final InvalidFileException notFound(Map<String, ?> builtIn) {
        return new InvalidFileException(
                model + ": no such file, nor a built-in model; " + Closest.hint(model, builtIn.keySet()));
    }

    @Override
    public final Integer call() throws IOException {
        Simulated device = start();
        try {
            if (!bind.isLocal()) {
                shell.note(
                        "listening on " + bind + ": anyone who can reach it can read and write the simulated device");
            }
            out().println(reachable(device.endpointUri(), host()));
            out().flush();
            BooleanSupplier isGood = device.attend().get();
            runLimit.repeat(shell.stop(), PERIOD, () -> {});
            return ExitCode.of(isGood.getAsBoolean());
        } finally {
            device.stop().run();
        }
    }

    /** A server that listens on all addresses has one in its URI that cannot be called. */
    static String reachable(String uri, InetAddress bound) throws SocketException {
        if (!bound.isAnyLocalAddress()) {
            return uri;
        }
        InetAddress callable = ownAddresses().stream().findFirst().orElseGet(InetAddress::getLoopbackAddress);
        return uri.replaceFirst("//(?:\\[[0:]+]|0\\.0\\.0\\.0)", "//" + callable.getHostAddress());
    }

    /** The IPv4 addresses of this machine by which others reach it; none without a network. */
    public static List<InetAddress> ownAddresses() throws SocketException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                .toList();
    }
}
