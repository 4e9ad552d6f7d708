package io.taktstrom.connect.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

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
                    + " directory, secrets come from config.providers.");

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
    public static DeploymentResult.Loaded load(OptionValues options, Providers providers)
            throws WrongDeploymentException {
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
                    ? checked(FILE, loader.load(Path.of(file)))
                    : checked(TEXT, loader.readWithSecrets(Path.of(NAME), text));
        } catch (InvalidPathException e) {
            throw new WrongDeploymentException(FILE.name(), List.of(String.valueOf(e.getMessage())));
        }
    }

    private static DeploymentResult.Loaded checked(Option<String> option, DeploymentResult result)
            throws WrongDeploymentException {
        if (result instanceof DeploymentResult.Invalid invalid) {
            throw new WrongDeploymentException(
                    option.name(),
                    invalid.problems().stream().map(Problem::toString).toList());
        }
        DeploymentResult.Loaded loaded = (DeploymentResult.Loaded) result;
        // With a store on the class path the file is right, and yet not for Connect.
        if (loaded.deployment().standby() != null) {
            throw new WrongDeploymentException(
                    option.name(),
                    List.of(
                            "standby: Kafka Connect itself has other workers take over the tasks of one that fails; remove this"
                                    + " section"));
        }
        return loaded;
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
