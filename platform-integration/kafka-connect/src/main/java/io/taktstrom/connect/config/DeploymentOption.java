package io.taktstrom.connect.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.load.DeploymentLoader;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.spi.Providers;
import io.taktstrom.text.Problem;
import org.apache.kafka.common.config.Config;

/** The deployment that a connector runs: a file that each worker has, or its text. */
public final class DeploymentOption {

    /** A path on each worker. */
    public static final Option<String> FILE = Option.text(
            "deployment.file",
            OptionType.Text.ANY,
            "",
            "Deployment file (YAML), at the same path on each worker; what it says of sinks of other types than connect is"
                    + " not run.");

    /** The text itself. */
    public static final Option<String> TEXT = Option.text(
            "deployment",
            new OptionType.Text("(?s).*", "the text of a deployment"),
            "",
            "The deployment itself (YAML), instead of deployment.file; relative paths in it start at the worker's working"
                    + " directory, and it includes and imports nothing.");

    /** How a deployment that came as text is called, in messages and where buffers are kept. */
    private static final String NAME = "deployment.yaml";

    private DeploymentOption() {}

    /** What is wrong with a deployment, and the option that it stands in. */
    public static final class WrongDeploymentException extends Exception {

        private final String option;
        private final List<String> problems;

        WrongDeploymentException(String option, List<String> problems) {
            super(option + ": " + String.join("\n", problems));
            this.option = option;
            this.problems = List.copyOf(problems);
        }

        /** Adds each problem to the option's value. */
        public void tell(Config config) {
            problems.forEach(problem -> OptionConfig.tell(config, option, problem));
        }
    }

    /**
     * Reads the deployment.
     *
     * @param providers what it can name
     * @throws WrongDeploymentException when there is none, or something is wrong in it: all that is
     */
    public static Deployment load(OptionValues options, Providers providers) throws WrongDeploymentException {
        String file = options.get(FILE);
        String text = options.get(TEXT);
        if (file.isEmpty() == text.isEmpty()) {
            throw new WrongDeploymentException(
                    FILE.name(),
                    List.of("either " + FILE.name() + " or " + TEXT.name() + " must say what to run, and "
                            + (text.isEmpty() ? "none" : "not both") + " is given"));
        }
        DeploymentLoader loader = DeploymentLoader.of(providers);
        try {
            return text.isEmpty()
                    ? checked(FILE.name(), loader.load(Path.of(file)))
                    : ofText(checked(TEXT.name(), loaded(loader, text)));
        } catch (IOException | InvalidPathException e) {
            throw new WrongDeploymentException(
                    text.isEmpty() ? FILE.name() : TEXT.name(), List.of(String.valueOf(e.getMessage())));
        }
    }

    /** Only the owner can read it, and it is gone again at once: the text may have secrets that somebody put into it. */
    private static DeploymentResult loaded(DeploymentLoader loader, String text) throws IOException {
        Path folder = Files.createTempDirectory("taktstrom");
        Path file = folder.resolve(NAME);
        try {
            return loader.load(Files.writeString(file, text));
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(folder);
        }
    }

    private static Deployment checked(String option, DeploymentResult result) throws WrongDeploymentException {
        if (result instanceof DeploymentResult.Invalid invalid) {
            throw new WrongDeploymentException(
                    option,
                    invalid.problems().stream()
                            .map(problem -> option.equals(TEXT.name()) ? inText(problem) : problem.toString())
                            .toList());
        }
        return ((DeploymentResult.Loaded) result).deployment();
    }

    /** The file was ours: only the place in the text says something. */
    private static String inText(Problem problem) {
        return new Problem(NAME, problem.line(), problem.column(), problem.path(), problem.message(), problem.hint())
                .toString();
    }

    private static Deployment ofText(Deployment loaded) {
        return new Deployment(
                Path.of(NAME),
                loaded.connections(),
                loaded.scanClasses(),
                loaded.points(),
                loaded.browses(),
                loaded.streams(),
                loaded.sinks(),
                loaded.commands(),
                loaded.gathers());
    }

    /** Adds a problem to whichever of the two options the deployment stands in. */
    public static void tell(Config config, Map<String, String> given, String problem) {
        boolean isText = !given.getOrDefault(TEXT.name(), "").isEmpty();
        OptionConfig.tell(config, (isText ? TEXT : FILE).name(), problem);
    }

    /** The values of these options among all that a connector was given. */
    public static OptionValues values(Map<String, String> given) {
        return OptionConfig.values("connector " + given.getOrDefault("name", ""), List.of(FILE, TEXT), given);
    }
}
