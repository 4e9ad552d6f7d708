package io.taktstrom.cli.opcua;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

import io.taktstrom.cli.device.SimulatorCommand;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.opcua.simulator.OpcUaSimulatorBuilder;
import io.taktstrom.opcua.simulator.model.OpcUaModel;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code takt simulate opcua}. */
@Command(
        name = "opcua",
        description = {
            "Simulate an OPC UA server. Prints its endpoint URI as soon as it answers, and runs until stopped. Clients other than"
                    + " takt use the URI up to its question mark.",
            "",
            "Its variables are in a model: 'demo', a painting line; 'load', 10,000 counters that change every 100 ms; or a YAML"
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
public final class SimulateOpcUaCommand extends SimulatorCommand {

    private static final Map<String, Supplier<OpcUaModel>> BUILT_IN =
            new TreeMap<>(Map.of("demo", OpcUaModel::demo, "load", OpcUaModel::load));

    @Option(
            names = "--certificates",
            paramLabel = "FOLDER",
            description =
                    "Also offer secure endpoints, with a temporary authority; what clients need is written there.")
    private @Nullable Path certificates;

    @Option(names = "--secure-only", description = "With --certificates: offer no connections without security.")
    private boolean secureOnly;

    public SimulateOpcUaCommand() {
        super(4840);
    }

    @Override
    protected Simulated start() throws IOException {
        OpcUaSimulatorBuilder builder = OpcUaSimulator.builder()
                .model(load(BUILT_IN, OpcUaModel::parse))
                .bindAddress(host())
                .bindPort(port())
                .seed(seed());
        if (certificates != null) {
            builder.certificates(certificates).offerNone(!secureOnly);
        }
        OpcUaSimulator server = builder.start();
        return new Simulated(server.endpointUri(), server::close);
    }
}
