package io.taktstrom.spring.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

import io.taktstrom.deployment.Catalog;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.grammar.FileGrammar;
import io.taktstrom.deployment.load.DeploymentLoader;
import io.taktstrom.spi.Providers;
import io.taktstrom.text.Problem;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.ResourceUtils;

/** Finds the deployment that the environment tells of, and checks it. */
public final class ConfiguredDeployment {

    private static final String FILE = "taktstrom.deployment";
    private static final String CORRECT = "Correct what is listed above, and start again.";

    private static final System.Logger LOG = System.getLogger("io.taktstrom.spring");

    private final ConfigurableEnvironment environment;
    private final ResourceLoader resources;
    private final Catalog catalog;

    /** @param providers what a deployment can name */
    public ConfiguredDeployment(ConfigurableEnvironment environment, ResourceLoader resources, Providers providers) {
        this.environment = environment;
        this.resources = resources;
        catalog = Catalog.of(providers);
    }

    /**
     * The deployment; null when the environment tells of none.
     *
     * @throws StartFailure when it is wrong, or there are two
     */
    public @Nullable Deployment read() {
        PropertyTree tree = PropertyTree.of(environment, FileGrammar.of(catalog));
        if (!tree.unknown().isEmpty()) {
            throw new StartFailure(
                    "There are properties under 'taktstrom' that nothing reads", tree.unknown(), CORRECT, null);
        }
        String file = environment.getProperty(FILE, "");
        if (!file.isBlank() && !tree.isEmpty()) {
            throw new StartFailure(
                    "Two deployments are configured: the file " + file + " (" + FILE + ") and properties such as "
                            + tree.first(),
                    List.of(),
                    "Leave one of them: remove " + FILE + ", or move the properties into the file.",
                    null);
        }
        if (!file.isBlank()) {
            return ofFile(file.strip());
        }
        return tree.isEmpty() ? null : ofProperties(tree);
    }

    private Deployment ofFile(String location) {
        String place = "The deployment " + location + " (" + FILE + ")";
        Resource resource = resources.getResource(ResourceUtils.isUrl(location) ? location : "file:" + location);
        DeploymentLoader loader = loader(environment::getProperty);
        if (!resource.exists()) {
            throw new StartFailure(
                    place + " does not exist",
                    List.of(),
                    "Check the path: a relative one starts in the working directory, "
                            + Path.of("").toAbsolutePath() + ", and one of the class path begins with classpath:.",
                    null);
        }
        try {
            DeploymentResult result = resource.isFile()
                    ? loader.load(resource.getFile().toPath())
                    : loader.read(
                            Path.of(Objects.requireNonNullElse(resource.getFilename(), "deployment.yaml")),
                            resource.getContentAsString(StandardCharsets.UTF_8));
            return checked(result, place + " is wrong", Problem::toString);
        } catch (IOException e) {
            throw new StartFailure(
                    place + " cannot be read: " + e.getMessage(), List.of(), "Name a file that this user may read.", e);
        }
    }

    private Deployment ofProperties(PropertyTree tree) {
        String name = environment.getProperty("spring.application.name", "application");
        DeploymentLoader loader = loader(variable -> {
            String value = tree.value(variable);
            return value == null ? environment.getProperty(variable) : value;
        });
        return checked(
                loader.read(Path.of(name.replaceAll("[^A-Za-z0-9._-]", "_") + ".properties"), tree.text()),
                "The deployment under 'taktstrom' is wrong",
                tree::text);
    }

    /** What a file takes from the environment is Spring's: variables, but also properties of that name. */
    private DeploymentLoader loader(Function<String, @Nullable String> variables) {
        return new DeploymentLoader(catalog, variables, DeploymentLoader.STANDARD_MAX_BYTES);
    }

    private static Deployment checked(DeploymentResult result, String what, Function<Problem, String> text) {
        if (result instanceof DeploymentResult.Loaded loaded) {
            loaded.warnings().forEach(warning -> LOG.log(System.Logger.Level.WARNING, text.apply(warning)));
            return loaded.deployment();
        }
        List<Problem> problems = ((DeploymentResult.Invalid) result).problems();
        throw new StartFailure(what, problems.stream().map(text).toList(), CORRECT, null);
    }
}
