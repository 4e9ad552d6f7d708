package io.taktstrom.cli.simulate;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.descriptor.Closest;
import io.taktstrom.simulation.ModelException;
import io.taktstrom.text.TextFile;

/** What a simulator has, by the name of a model at hand or from a file. */
public final class ModelFile {

    private static final long MAX_BYTES = 16L << 20;

    private ModelFile() {}

    /**
     * Finds a model.
     *
     * @param name of a model at hand, or of a file
     * @param parse reads the file's text; throws a {@link ModelException} when it is wrong
     * @throws InvalidFileException when there is neither, or the file is no text, too large for any model, or wrong
     */
    public static <M> M load(String name, Map<String, Supplier<M>> atHand, Function<String, M> parse) {
        Supplier<M> known = atHand.get(name);
        if (known != null) {
            return known.get();
        }
        Path file = Path.of(name);
        if (Files.notExists(file)) {
            throw missing(name, atHand);
        }
        try {
            return parse.apply(TextFile.read(file, MAX_BYTES));
        } catch (TextFile.UnreadableException e) {
            throw new InvalidFileException(file + ": " + e.getMessage() + "; " + e.hint());
        } catch (ModelException e) {
            throw new InvalidFileException(file + ":" + e.getMessage());
        }
    }

    /** There is neither a file nor a model of this name. */
    public static InvalidFileException missing(String name, Map<String, ?> atHand) {
        return new InvalidFileException(
                name + ": no such file, nor a built-in model; " + Closest.hint(name, atHand.keySet()));
    }
}
