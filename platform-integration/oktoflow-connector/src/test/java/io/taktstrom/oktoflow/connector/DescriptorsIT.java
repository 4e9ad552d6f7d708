package io.taktstrom.oktoflow.connector;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

import de.iip_ecosphere.platform.connectors.Connector;
import de.iip_ecosphere.platform.connectors.ConnectorDescriptor;
import de.iip_ecosphere.platform.connectors.ConnectorFactory;
import de.iip_ecosphere.platform.connectors.ConnectorParameter;
import de.iip_ecosphere.platform.connectors.ConnectorRegistry;
import de.iip_ecosphere.platform.connectors.MachineConnector;
import de.iip_ecosphere.platform.connectors.types.TranslatingProtocolAdapter;
import de.iip_ecosphere.platform.support.plugins.CurrentClassloaderPluginSetupDescriptor;
import de.iip_ecosphere.platform.support.plugins.PluginManager;
import io.taktstrom.descriptor.Option;
import io.taktstrom.oktoflow.PlatformOptions;
import io.taktstrom.spi.Connectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

class DescriptorsIT {

    @TempDir
    private Path folder;

    @Test
    void oktoflowFindsOurConnectorsByServiceLoader() {
        List<Object> types = new ArrayList<>();
        Iterator<ConnectorDescriptor> found = ConnectorRegistry.getRegisteredConnectorDescriptors();
        while (found.hasNext()) {
            ConnectorDescriptor descriptor = found.next();
            if (descriptor.getName().startsWith("Taktstrom")) {
                types.add(descriptor.getConnectorType());
            }
        }
        assertThat(types).containsExactlyInAnyOrder(AdsConnector.class, S7Connector.class, OpcUaConnector.class);
    }

    @ParameterizedTest
    @CsvSource({"ads, AdsConnector", "s7, S7Connector", "opc.tcp, OpcUaConnector"})
    void theSettingsOfAConnectorAreThoseOfItsDescriptor(String scheme, String name) throws ClassNotFoundException {
        Class<?> type = Class.forName("io.taktstrom.oktoflow.connector." + name);
        List<String> options = Stream.concat(
                        Connectors.provider(scheme).descriptor().options().stream(), PlatformOptions.ALL.stream())
                .map(Option::name)
                .toList();
        assertThat(type.getAnnotation(MachineConnector.class).specificSettings())
                .containsExactlyInAnyOrderElementsOf(options);
    }

    /** An S7 CPU does not say what a structure is made of, and an address in a model cannot. */
    @ParameterizedTest
    @CsvSource({"AdsConnector, true", "S7Connector, false", "OpcUaConnector, true"})
    void theAnnotationSaysWhetherThereAreMethodsAndStructures(String name, boolean expected)
            throws ClassNotFoundException {
        MachineConnector says =
                Class.forName("io.taktstrom.oktoflow.connector." + name).getAnnotation(MachineConnector.class);
        assertThat(says.supportsModelCalls()).isEqualTo(expected);
        assertThat(says.supportsModelStructs()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"AdsConnector", "S7Connector", "OpcUaConnector"})
    void aModelMakesThemByTheNameOfTheirClass(String name) {
        PluginManager.registerPlugin(CurrentClassloaderPluginSetupDescriptor.INSTANCE);
        String type = "io.taktstrom.oktoflow.connector." + name;
        Connector<Object, Object, MachineState, MachineCommand> made = ConnectorFactory.createConnector(
                type,
                () -> ConnectorParameter.ConnectorParameterBuilder.newBuilder("127.0.0.1", 1)
                        .build(),
                new TranslatingProtocolAdapter<>(new StateTranslator(false, ""), new CommandTranslator("")));
        assertThat(made.getClass().getName()).isEqualTo(type);
    }

    /** Makes a connector by its descriptor, within the loader of a plug-in. */
    public static final class Making implements Callable<String> {

        private final String type;

        public Making(String type) {
            this.type = type;
        }

        // Descriptors of oktoflow take generic adapters as varargs.
        @Override
        @SuppressWarnings("unchecked")
        public String call() {
            ConnectorDescriptor descriptor =
                    ServiceLoader.load(ConnectorDescriptor.class, Making.class.getClassLoader()).stream()
                            .map(ServiceLoader.Provider::get)
                            .filter(each -> each.getConnectorType().getName().equals(type))
                            .findFirst()
                            .orElseThrow();
            return descriptor
                    .createConnector(
                            () -> ConnectorParameter.ConnectorParameterBuilder.newBuilder("127.0.0.1", 1)
                                    .build(),
                            new TranslatingProtocolAdapter<>(new StateTranslator(false, ""), new CommandTranslator("")))
                    .getName();
        }
    }

    /** oktoflow's plug-in manager gives the jars of a plug-in a class loader, and leaves the context loader as it is. */
    @ParameterizedTest
    @CsvSource({"AdsConnector, ADS", "S7Connector, S7", "OpcUaConnector, OPC UA"})
    void aPlugInMakesThemWhateverTheContextLoaderIs(String name, String title) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader own = new URLClassLoader(jars(".*"), ClassLoader.getPlatformClassLoader());
                URLClassLoader foreign = new URLClassLoader(new URL[0], ClassLoader.getPlatformClassLoader())) {
            thread.setContextClassLoader(foreign);
            Object making = own.loadClass(Making.class.getName())
                    .getConstructor(String.class)
                    .newInstance("io.taktstrom.oktoflow.connector." + name);
            assertThat(((Callable<?>) making).call()).asString().contains(title);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Of the class path, those whose names match. */
    static URL[] jars(String names) throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String each : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (Path.of(each).getFileName().toString().matches(names)) {
                urls.add(Path.of(each).toUri().toURL());
            }
        }
        return urls.toArray(URL[]::new);
    }

    /** The SPI of 2021, as far as a descriptor meets it. */
    @Test
    void jarsOfAnotherVersionAreNamedInTheError() throws Exception {
        String root = "de.iip_ecosphere.platform.connectors.";
        stub(
                root + "ConnectorDescriptor",
                "public interface ConnectorDescriptor { String getName(); Class<?> getType(); }");
        stub(
                root + "AbstractConnector",
                "public abstract class AbstractConnector { protected void received(Object o) {} }");
        for (String shared : List.of("Connector", "AdapterSelector", "types.ProtocolAdapter")) {
            stub(root + shared, "public interface %s<O, I, CO, CI> {}".formatted(shared.replace("types.", "")));
        }
        stub(root + "ConnectorParameter", "public class ConnectorParameter {}");
        URL[] others = jars("(?!(connectors|support|transport|libs|tools).*jar).*");
        try (URLClassLoader stubs =
                        new URLClassLoader(new URL[] {folder.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
                URLClassLoader old = new URLClassLoader(others, stubs)) {
            Class<?> descriptor = old.loadClass("io.taktstrom.oktoflow.connector.AdsConnector$Descriptor");
            Throwable failure = catchThrowable(() -> descriptor.getConstructor().newInstance());
            assertThat(failure).isInstanceOf(InvocationTargetException.class);
            assertThat(failure.getCause())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(
                            "oktoflow on the class path is another version than this connector was built for")
                    .hasMessageContaining(
                            "AbstractConnector.received(java.lang.String, java.lang.Object, boolean) is missing")
                    .hasMessageContaining("docs/how-to/build-for-oktoflow.md");
        }
    }

    private void stub(String type, String source) throws Exception {
        int dot = type.lastIndexOf('.');
        Path file = folder.resolve(type.substring(dot + 1) + ".java");
        Files.writeString(file, "package " + type.substring(0, dot) + ";\n" + source);
        int code = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-d", folder.toString(), file.toString());
        assertThat(code).isZero();
    }
}
