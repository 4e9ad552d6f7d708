package io.taktstrom.cli.s7;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import io.taktstrom.cli.deployment.PointLines;
import io.taktstrom.cli.deployment.PointOptions;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.deployment.PointNames;
import io.taktstrom.s7.symbol.ImportedSymbol;
import io.taktstrom.s7.symbol.SymbolException;
import io.taktstrom.s7.symbol.SymbolImport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code takt import s7}. */
@Command(
        name = "s7",
        description = {
            "Print the points of a deployment file for the variables in sources and tag tables of TIA Portal or STEP 7.",
            "",
            "Sources (.db, .udt, .scl, .awl) are generated from blocks, with all data types that they use; tag tables are"
                    + " exported (.xlsx, .xml). Data blocks must not have optimised block access."
        },
        footer = {
            "",
            "Examples:",
            "  takt import s7 Line.db Drive.udt --db Line=5 --on press1 --into plant.yaml",
            "  takt import s7 PLCTags.xlsx --on press1 --scan slow"
        })
public final class ImportS7Command extends ShellCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Sources and tag tables.")
    private List<Path> files = new ArrayList<>();

    @Mixin
    private PointOptions pointOptions = new PointOptions("plc");

    @Option(names = "--db", paramLabel = "NAME=NUMBER", description = "The number of a data block, if FILE lacks it.")
    private Map<String, Integer> numbers = new LinkedHashMap<>();

    @Override
    public Integer call() throws IOException {
        SymbolImport symbols = new SymbolImport(numbers);
        List<ImportedSymbol> found;
        try {
            for (Path file : files) {
                symbols.add(file);
            }
            found = symbols.finish();
        } catch (NoSuchFileException e) {
            throw new InvalidFileException(e.getFile() + ": no such file");
        } catch (SymbolException e) {
            throw new InvalidFileException(String.valueOf(e.getMessage()));
        }
        symbols.notes().forEach(shell::note);
        PointNames names = new PointNames(pointOptions.connection());
        found.forEach(symbol -> names.expect(symbol.name()));
        PointLines points = new PointLines(pointOptions);
        for (ImportedSymbol symbol : found) {
            String address = symbol.address().text();
            points.add(names.of(symbol.name(), address), address, symbol.comment());
        }
        points.finish(shell);
        return ExitCode.GOOD;
    }
}
