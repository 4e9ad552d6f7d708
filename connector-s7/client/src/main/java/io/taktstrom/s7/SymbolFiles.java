package io.taktstrom.s7;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.taktstrom.model.Endpoint;
import io.taktstrom.s7.symbol.ImportedSymbol;
import io.taktstrom.s7.symbol.SymbolException;
import io.taktstrom.s7.symbol.SymbolImport;
import io.taktstrom.spi.InvalidRequestException;

/**
 * Where the names of a CPU's variables stand: no CPU knows them itself.
 *
 * @param files of TIA Portal or STEP 7
 * @param blockNumbers of data blocks by name
 */
record SymbolFiles(List<Path> files, Map<String, Integer> blockNumbers) {

    SymbolFiles {
        files = List.copyOf(files);
        blockNumbers = Map.copyOf(blockNumbers);
    }

    static SymbolFiles of(Endpoint endpoint) {
        List<Path> files = new ArrayList<>();
        for (String file : S7Options.SYMBOLS.of(endpoint).split(",", -1)) {
            if (!file.isBlank()) {
                files.add(Path.of(file.strip()));
            }
        }
        Map<String, Integer> numbers = new HashMap<>();
        for (String pair : S7Options.BLOCK_NUMBERS.of(endpoint).split(",", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                numbers.put(pair.substring(0, equals).strip(), Integer.valueOf(pair.substring(equals + 1)));
            }
        }
        return new SymbolFiles(files, numbers);
    }

    boolean isEmpty() {
        return files.isEmpty();
    }

    /**
     * Reads all files.
     *
     * @param notices what was left out
     * @throws InvalidRequestException when one is not there, or wrong; the message says where
     */
    List<ImportedSymbol> load(Consumer<String> notices) throws InvalidRequestException {
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
