package io.taktstrom.cli.s7;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;

import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.simulate.ModelFile;
import io.taktstrom.cli.simulate.SimulatorCommand;
import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.s7.simulator.model.S7Point;
import io.taktstrom.s7.simulator.model.S7Model;
import io.taktstrom.s7.symbol.SymbolException;
import io.taktstrom.s7.symbol.SymbolImport;
import picocli.CommandLine.Command;

/** {@code takt simulate s7}. */
@Command(
        name = "s7",
        description = {
            "Simulate a Siemens CPU. Prints its endpoint URI as soon as it answers, and runs until stopped.",
            "",
            "What it has is in a model: 'demo', a filling line; a YAML file; or a source of data blocks (.db, .scl) that TIA"
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

    private static final Map<String, Supplier<S7Model>> AT_HAND = Map.of("demo", S7Model::demo);

    public SimulateS7Command(Shell shell) {
        super(shell, 10_102);
    }

    @Override
    protected Simulated start() throws IOException {
        S7Simulator cpu = S7Simulator.builder()
                .model(load())
                .bindAddress(host())
                .bindPort(port())
                .seed(seed())
                .start();
        return Simulated.of(cpu::endpointUri, cpu::close);
    }

    private S7Model load() throws IOException {
        boolean isModel = AT_HAND.containsKey(model()) || model().matches("(?i).*\\.ya?ml");
        return isModel ? ModelFile.load(model(), AT_HAND, S7Model::parse) : imported(Path.of(model()));
    }

    private S7Model imported(Path file) throws IOException {
        SymbolImport symbols = new SymbolImport(Map.of());
        symbols.numberFrom(1);
        try {
            symbols.add(file);
            S7Model imported = S7Model.of(symbols.finish().stream()
                    .map(symbol ->
                            S7Point.of(symbol.name(), symbol.address().text()))
                    .toList());
            symbols.notes().forEach(shell::note);
            return imported;
        } catch (NoSuchFileException e) {
            throw ModelFile.missing(model(), AT_HAND);
        } catch (SymbolException e) {
            throw new InvalidFileException(String.valueOf(e.getMessage()));
        }
    }
}
