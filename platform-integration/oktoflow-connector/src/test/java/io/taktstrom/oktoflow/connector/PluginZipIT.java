package io.taktstrom.oktoflow.connector;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.Function;

import de.iip_ecosphere.platform.connectors.ConnectorParameter;
import de.oktoflow.platform.tools.lib.loader.LoaderIndex;
import io.taktstrom.oktoflow.connector.TestMachine.Protocol;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The zip of the plug-in in oktoflow's own {@code PluginManager}, in both layouts that oktoflow's Maven plug-in unpacks it to. The
 * platform is in a loader without our connectors, and the context loader knows neither.
 */
class PluginZipIT {

    private static final String NAME = "taktstrom-oktoflow-connector";

    /** What of the class path an application of oktoflow has; nothing else may come from there. */
    private static final String APPLICATION =
            "(connectors|support|transport|libs|tools)[-.].*jar|test-classes|(assertj-core|awaitility|byte-buddy|hamcrest)-.*";

    @TempDir
    private Path folder;

    private Path plugins;
    private Path plugin;

    @BeforeEach
    void unzip() throws IOException {
        plugins = folder.resolve("oktoPlugins");
        plugin = plugins.resolve(NAME);
        PluginZip.unpack(Path.of(System.getProperty("takt.oktoflow.zip")), plugin);
    }

    private List<String> jars() throws IOException {
        return List.of(Files.readAllLines(plugin.resolve("classpath")).get(3).split(":", -1));
    }

    @Test
    void itHasTheJarsOfItsClassPathAndNoneOfThePlatform() throws IOException {
        assertThat(Files.readAllLines(plugin.resolve("classpath")))
                .hasSize(4)
                .startsWith("# prefix: target/jars", "# unpackMode: JARS", "# setupDescriptor: FolderClasspath");
        List<String> jars = jars();
        assertThat(jars.get(0)).startsWith("target/io.taktstrom." + NAME + "-");
        assertThat(jars.subList(1, jars.size()))
                .allMatch(jar -> jar.startsWith("target/jars/"))
                .anyMatch(jar -> jar.contains("io.taktstrom.connector-ads"))
                .noneMatch(jar -> jar.contains("iip-ecosphere"));
        assertThat(jars).allMatch(jar -> Files.isRegularFile(plugin.resolve(jar)));
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void aConnectorIsMadeByItsDescriptorAndWorks(Protocol protocol) throws Exception {
        assertThat(run(protocol, plugins)).isEqualTo("ChildURLClassLoader");
    }

    /** As applications are packaged: all jars in a folder, a file and an index for each plug-in. */
    @ParameterizedTest
    @EnumSource(Protocol.class)
    void itIsLoadedByAnIndexToo(Protocol protocol) throws Exception {
        Path jars = Files.createDirectory(folder.resolve("jars"));
        Path relocated = Files.createDirectory(folder.resolve("plugins"));
        List<Path> moved = new ArrayList<>();
        for (String jar : jars()) {
            Path target = jars.resolve(Path.of(jar).getFileName());
            moved.add(Files.move(plugin.resolve(jar), target));
        }
        String text = Files.readString(plugin.resolve("classpath"));
        Files.writeString(
                relocated.resolve(NAME),
                text.replace("target/jars/", "jars/").replace("target/io.taktstrom", "jars/io.taktstrom"));
        LoaderIndex.toFile(
                LoaderIndex.createIndex(moved, e -> {}),
                relocated.resolve(NAME + ".idx").toFile());
        assertThat(run(protocol, relocated)).isEqualTo("ChildIndexClassLoader");
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void itIsLoadedAsOktoflowsMavenPluginHasUnpackedIt(Protocol protocol) throws Exception {
        String unpacked = System.getProperty("oktoflow.plugins", "");
        assumeTrue(
                !unpacked.isEmpty(),
                "skipped: no folder that oktoflow's Maven plug-in has unpacked; name one with -Doktoflow.plugins=FOLDER,"
                        + " as docs/how-to/build-for-oktoflow.md says");
        assertThat(run(protocol, Path.of(unpacked))).startsWith("Child");
    }

    private String run(Protocol protocol, Path from) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        Path resources = Files.createDirectory(folder.resolve("application"));
        List<URL> urls = new ArrayList<>(List.of(DescriptorsIT.jars(APPLICATION)));
        urls.add(resources.toUri().toURL());
        try (TestMachine machine = protocol.start();
                URLClassLoader application =
                        new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
                URLClassLoader foreign = new URLClassLoader(new URL[0], ClassLoader.getPlatformClassLoader())) {
            thread.setContextClassLoader(foreign);
            ConnectorParameter parameters = machine.parameters(0);
            Map<String, Object> settings = new HashMap<>();
            parameters.getSpecificSettingKeys().forEach(key -> settings.put(key, parameters.getSpecificSetting(key)));
            if (settings.get("points") instanceof String points) {
                // As generated applications have them: a resource of the application.
                Files.writeString(resources.resolve("press.points"), points);
                settings.put("points", "press.points");
            }
            BiConsumer<String, Object> set = machine::set;
            Function<String, Object> get = machine::get;
            Object plugged = application
                    .loadClass(PluggedMachine.class.getName())
                    .getConstructors()[0]
                    .newInstance(
                            from.toFile(),
                            connectorOf(machine),
                            parameters.getHost(),
                            parameters.getPort(),
                            parameters.getEndpointPath(),
                            machine.path(),
                            settings,
                            set,
                            get);
            return (String) ((Callable<?>) plugged).call();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static String connectorOf(TestMachine machine) {
        return "io.taktstrom.oktoflow.connector." + machine.getClass().getSimpleName() + "Connector";
    }
}
