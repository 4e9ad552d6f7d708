package io.taktstrom.cli.s7;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;

import io.taktstrom.cli.device.SimulatorCommand;
import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.s7.simulator.model.S7Model;
import io.taktstrom.s7.simulator.model.S7Point;
import io.taktstrom.s7.symbol.SymbolException;
import io.taktstrom.s7.symbol.SymbolImport;
import picocli.CommandLine.Command;

/** {@code takt simulate s7}. */
@Command(
        name = "s7",
        description = {
            "Simulate a Siemens CPU. Prints its endpoint URI as soon as it answers, and runs until stopped.",
            "",
            "Its variables are in a model: 'demo', a filling line; a YAML file; or a source of data blocks (.db, .scl) that TIA"
                    + " Portal generated."
        },
        footer = {
            "",
            "Examples:",
            "  takt simulate s7",
            "  takt simulate s7 --bind 127.0.0.1:0 --model my-cpu.yaml --seed 7",
            "  takt simulate s7 --model Line.db",
            "  takt read 's7://127.0.0.1:10102?rack=0&slot=1' DB1.DBD8:REAL"
        })
public final class SimulateS7Command extends SimulatorCommand {

    private static final Map<String, Supplier<S7Model>> BUILT_IN = Map.of("demo", S7Model::demo);

    public SimulateS7Command() {
        super(10_102);
    }

    @Override
    protected Simulated start() throws IOException {
        S7Simulator cpu = S7Simulator.builder()
                .model(variables())
                .bindAddress(host())
                .bindPort(port())
                .seed(seed())
                .start();
        return new Simulated(cpu.endpointUri(), cpu::close);
    }

    private S7Model variables() throws IOException {
        boolean isModel = BUILT_IN.containsKey(model()) || model().matches("(?i).*\\.ya?ml");
        return isModel ? load(BUILT_IN, S7Model::parse) : imported(Path.of(model()));
    }

    private S7Model imported(Path file) throws IOException {
        SymbolImport symbols = new SymbolImport(Map.of());
        symbols.numberFrom(1);
        try {
            symbols.add(file);
            S7Model imported = S7Model.of(symbols.finish().stream()
                    .map(symbol -> S7Point.of(symbol.name(), symbol.address().text()))
                    .toList());
            symbols.notes().forEach(shell::note);
            return imported;
        } catch (NoSuchFileException e) {
            throw notFound(BUILT_IN);
        } catch (SymbolException e) {
            throw new InvalidFileException(String.valueOf(e.getMessage()));
        }
    }
}
