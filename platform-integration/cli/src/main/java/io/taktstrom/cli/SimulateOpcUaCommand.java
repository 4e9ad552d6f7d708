package io.taktstrom.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;

import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.opcua.simulator.OpcUaSimulatorBuilder;
import io.taktstrom.opcua.simulator.model.SimulatorModel;
import io.taktstrom.simulation.ModelException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code takt simulate opcua}. */
@Command(
        name = "opcua",
        description = {
            "Be an OPC UA server. Prints its endpoint URI as soon as it answers, and runs until stopped. Clients other than"
                    + " takt take what stands before the question mark.",
            "",
            "What it has is in a model: 'demo', a painting line; 'load', 10,000 counters that change each 100 ms; or a YAML"
                    + " file."
        },
        footer = {
            "",
            "Examples:",
            "  takt simulate opcua",
            "  takt simulate opcua --bind 127.0.0.1:0 --model my-server.yaml --seed 7",
            "  takt simulate opcua --certificates ./pki",
            "  takt browse 'opc.tcp://127.0.0.1:4840/?security=none'"
        })
final class SimulateOpcUaCommand implements Callable<Integer> {

    private static final Duration GLANCE = Duration.ofSeconds(1);

    private final Shell shell;

    @Option(
            names = "--bind",
            paramLabel = "HOST:PORT",
            converter = HostPortConverter.class,
            description = "Where to listen; port 0 takes a free one (default: 127.0.0.1:4840).")
    private InetSocketAddress bind = new InetSocketAddress(InetAddress.getLoopbackAddress(), 4840);

    @Option(names = "--model", paramLabel = "FILE", description = "What the server has: demo, load, or a YAML file.")
    private String model = "demo";

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Of the random waveforms: the same seed, the same values.")
    private long seed = 1;

    @Option(
            names = "--certificates",
            paramLabel = "FOLDER",
            description =
                    "Offer secure endpoints, too, with a throw-away authority; what clients need is written there.")
    private @Nullable Path certificates;

    @Option(names = "--secure-only", description = "With --certificates: offer no connections without security.")
    private boolean secureOnly;

    @Mixin
    private Duty duty = new Duty();

    SimulateOpcUaCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        OpcUaSimulatorBuilder builder = OpcUaSimulator.builder()
                .model(load())
                .bindAddress(bind.getAddress())
                .bindPort(bind.getPort())
                .seed(seed);
        if (certificates != null) {
            builder.certificates(certificates).offerNone(!secureOnly);
        }
        try (OpcUaSimulator server = builder.start()) {
            if (!bind.getAddress().isLoopbackAddress()) {
                shell.note("listening on " + bind + ": whoever can reach it can read and write the simulated server");
            }
            shell.terminal().out().println(server.endpointUri());
            shell.terminal().out().flush();
            duty.repeat(shell.stop(), GLANCE, () -> {});
            return Takt.GOOD;
        }
    }

    private SimulatorModel load() {
        return switch (model) {
            case "demo" -> SimulatorModel.demo();
            case "load" -> SimulatorModel.load();
            default -> read(Path.of(model));
        };
    }

    private static SimulatorModel read(Path file) {
        try {
            return SimulatorModel.parse(ModelFile.read(file, "the models at hand are demo and load"));
        } catch (ModelException e) {
            throw new InvalidFileException(file + ":" + e.getMessage());
        }
    }
}
