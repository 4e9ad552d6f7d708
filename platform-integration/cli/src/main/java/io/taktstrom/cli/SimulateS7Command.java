package io.taktstrom.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;

import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.s7.simulator.model.SimulatedPoint;
import io.taktstrom.s7.simulator.model.SimulatorModel;
import io.taktstrom.s7.symbol.SymbolException;
import io.taktstrom.s7.symbol.SymbolImport;
import io.taktstrom.simulation.ModelException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code takt simulate s7}. */
@Command(
        name = "s7",
        description = {
            "Be a Siemens CPU. Prints its endpoint URI as soon as it answers, and runs until stopped.",
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
final class SimulateS7Command implements Callable<Integer> {

    private static final Duration GLANCE = Duration.ofSeconds(1);

    private final Shell shell;

    @Option(
            names = "--bind",
            paramLabel = "HOST:PORT",
            converter = HostPortConverter.class,
            description = "Where to listen; port 0 takes a free one (default: 127.0.0.1:10102).")
    private InetSocketAddress bind = new InetSocketAddress(InetAddress.getLoopbackAddress(), 10_102);

    @Option(
            names = "--model",
            paramLabel = "FILE",
            description = "What the CPU has: demo, a YAML file, or a source of data blocks.")
    private String model = "demo";

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Of the random waveforms: the same seed, the same values.")
    private long seed = 1;

    @Mixin
    private Duty duty = new Duty();

    SimulateS7Command(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        try (S7Simulator cpu = S7Simulator.builder()
                .model(load())
                .bindAddress(bind.getAddress())
                .bindPort(bind.getPort())
                .seed(seed)
                .start()) {
            if (!bind.getAddress().isLoopbackAddress()) {
                shell.note("listening on " + bind + ": whoever can reach it can read and write the simulated CPU");
            }
            shell.terminal().out().println(cpu.endpointUri());
            shell.terminal().out().flush();
            duty.repeat(shell.stop(), GLANCE, () -> {});
            return Takt.GOOD;
        }
    }

    private SimulatorModel load() throws IOException {
        if (model.equals("demo")) {
            return SimulatorModel.demo();
        }
        Path file = Path.of(model);
        try {
            return model.toLowerCase(Locale.ROOT).matches(".*\\.ya?ml")
                    ? SimulatorModel.parse(ModelFile.read(file, "the model at hand is demo"))
                    : imported(file);
        } catch (NoSuchFileException e) {
            throw new InvalidFileException(file + ": there is no such file; the model at hand is demo");
        } catch (ModelException e) {
            throw new InvalidFileException(file + ":" + e.getMessage());
        } catch (SymbolException e) {
            throw new InvalidFileException(String.valueOf(e.getMessage()));
        }
    }

    private SimulatorModel imported(Path file) throws IOException {
        SymbolImport symbols = new SymbolImport(Map.of());
        symbols.numberFrom(1);
        symbols.add(file);
        SimulatorModel imported = SimulatorModel.of(symbols.finish().stream()
                .map(symbol -> SimulatedPoint.of(symbol.name(), symbol.address().text()))
                .toList());
        symbols.notes().forEach(shell::note);
        return imported;
    }
}
