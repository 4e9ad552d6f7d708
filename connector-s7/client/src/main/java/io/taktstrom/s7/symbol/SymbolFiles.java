package io.taktstrom.s7.symbol;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.taktstrom.spi.InvalidRequestException;

/**
 * Where the names of a CPU's variables stand: no CPU knows them itself.
 *
 * @param files of TIA Portal or STEP 7
 * @param blockNumbers of data blocks by name
 */
public record SymbolFiles(List<Path> files, Map<String, Integer> blockNumbers) {

    public SymbolFiles {
        files = List.copyOf(files);
        blockNumbers = Map.copyOf(blockNumbers);
    }

    /**
     * As the options say it.
     *
     * @param symbols paths, separated by commas
     * @param blockNumbers pairs like {@code Line=5}, separated by commas
     */
    public static SymbolFiles of(String symbols, String blockNumbers) {
        List<Path> files = new ArrayList<>();
        for (String file : symbols.split(",", -1)) {
            if (!file.isBlank()) {
                files.add(Path.of(file.strip()));
            }
        }
        Map<String, Integer> numbers = new HashMap<>();
        for (String pair : blockNumbers.split(",", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                numbers.put(pair.substring(0, equals).strip(), Integer.valueOf(pair.substring(equals + 1)));
            }
        }
        return new SymbolFiles(files, numbers);
    }

    public boolean isEmpty() {
        return files.isEmpty();
    }

    /**
     * Reads all files.
     *
     * @param notices what was left out
     * @throws InvalidRequestException when one is not there, or wrong; the message says where
     */
    public List<ImportedSymbol> load(Consumer<String> notices) throws InvalidRequestException {
        SymbolImport symbols = new SymbolImport(blockNumbers);
        try {
            for (Path file : files) {
                symbols.add(file);
            }
            List<ImportedSymbol> found = symbols.finish();
            symbols.notes().forEach(notices);
            return found;
        } catch (IOException e) {
            throw new InvalidRequestException("cannot read " + e.getMessage() + "; check the option symbols", e);
        } catch (SymbolException e) {
            throw new InvalidRequestException(String.valueOf(e.getMessage()), e);
        }
    }
}
