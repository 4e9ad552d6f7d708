package io.taktstrom.runtime.plugin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

import io.taktstrom.command.CommandSourceProvider;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.Endpoint;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.Providers;
import io.taktstrom.testkit.TestUnit;
import io.taktstrom.testkit.peer.PluginJar;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What comes from a folder works; what is broken is told by name, and the rest works on. */
class PluginsTest {

    private static final Providers NOTHING = new Providers(List.of(), List.of(), List.of(), List.of(), "");
    private static final Endpoint PLC = new Endpoint("good", "plc", 502, Map.of());

    @TempDir
    static Path made;

    @TempDir
    Path base;

    private Path folder = Path.of("");

    @BeforeAll
    static void makeAGoodOne() throws IOException {
        PluginSources.good("good").write(made.resolve("good.jar"));
    }

    @BeforeEach
    void aFolderWithAGoodOne() throws IOException {
        folder = Files.createDirectory(base.resolve("plugins"));
        Files.copy(made.resolve("good.jar"), folder.resolve("good.jar"));
        Files.writeString(folder.resolve("README.txt"), "no plug-in");
    }

    private Plugins load() {
        return Plugins.load(NOTHING, List.of(folder, base.resolve("not.there")), "put its jar there");
    }

    /** The one that is broken, beside the good one, which works. */
    private void assertBroken(String name, String... problem) {
        Plugins plugins = load();
        assertThat(plugins.broken()).singleElement().asString().contains(name).contains(problem);
        assertThat(plugins.loaded()).extracting(Plugin::name).containsExactly("good.jar");
        assertThat(plugins.providers().connector("good").descriptor().scheme()).isEqualTo("good");
    }

    @Test
    void aJarBringsWhatItsServiceFilesName() throws IOException {
        Path demo = Files.createDirectory(folder.resolve("demo"));
        Path library = PluginSources.library("its own").write(demo.resolve("lib.jar"));
        PluginSources.sinkAndStage().library(library).write(demo.resolve("demo.jar"));
        Plugins plugins = load();
        assertThat(plugins.broken()).isEmpty();
        assertThat(plugins.loaded()).extracting(Plugin::name).containsExactly("demo", "good.jar");
        assertThat(plugins.loaded()).extracting(Plugin::version).containsExactly("", "1.2.3");
        assertThat(plugins.providers().sink("demo").descriptor().description()).isEqualTo("its own");
        assertThat(plugins.providers().stage("all").descriptor().description()).isEqualTo("Passes all.");
        assertThat(plugins.builtIn()).isSameAs(NOTHING);
    }

    @Test
    void aJarMayBringASourceOfCommands() throws IOException {
        new PluginJar()
                .source("demo.Orders", """
                        package demo;
                        import io.taktstrom.command.*;
                        import io.taktstrom.descriptor.*;
                        public class Orders implements CommandSourceProvider {
                            public PartDescriptor descriptor() {
                                return new PartDescriptor("orders", "Takes orders.", java.util.List.of());
                            }
                            public CommandSource open(OptionValues options, CommandContext context) {
                                return () -> {};
                            }
                            public void check(OptionValues options, CommandContext context) {}
                        }
                        """)
                .provides(CommandSourceProvider.class, "demo.Orders")
                .write(folder.resolve("orders.jar"));
        Plugins plugins = load();
        assertThat(plugins.broken()).isEmpty();
        assertThat(plugins.providers().commandSource("orders").descriptor().description())
                .isEqualTo("Takes orders.");
    }

    @Test
    void eachPluginHasItsOwnVersionOfALibrary() throws IOException {
        for (String name : List.of("one", "two")) {
            Path own = Files.createDirectory(folder.resolve(name));
            Path library = PluginSources.library("of " + name).write(own.resolve("lib.jar"));
            String scheme = "s" + name;
            new PluginJar()
                    .library(library)
                    .source(
                            "demo.Good",
                            PluginSources.connector(
                                    "Good",
                                    scheme,
                                    "",
                                    "",
                                    "if (true) throw new ConnectFailedException(lib.Text.TEXT);"))
                    .provides(ConnectorProvider.class, "demo.Good")
                    .write(own.resolve("plugin.jar"));
        }
        Providers providers = load().providers();
        for (String name : List.of("one", "two")) {
            assertThatThrownBy(() -> providers.connector("s" + name).connect(PLC, ConnectContext.standard()))
                    .hasMessage("of " + name);
        }
    }

    @Test
    void theHostsClassesAreNotThereButForTheSpi() throws IOException {
        String host = "org.assertj.core.api.Assertions";
        new PluginJar()
                .source("demo.Leaning", PluginSources.connector("Leaning", "leaning", host + ".assertThat(1);", "", ""))
                .provides(ConnectorProvider.class, "demo.Leaning")
                .write(folder.resolve("leaning.jar"));
        assertBroken("leaning.jar", "org/assertj/core/api/Assertions", "put the library that has it beside");
    }

    @Test
    void itsCodeRunsWithItsOwnContextClassLoader() throws Exception {
        Path demo = Files.createDirectory(folder.resolve("demo"));
        Path library = PluginSources.library("x").write(demo.resolve("lib.jar"));
        PluginSources.sinkAndStage().library(library).write(demo.resolve("demo.jar"));
        Providers providers = load().providers();
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        assertThatThrownBy(() -> providers.connector("good").connect(PLC, ConnectContext.standard()))
                .isInstanceOf(ConnectFailedException.class)
                .hasMessageContaining("PluginLoader");
        try (Sink sink = providers
                .sink("demo")
                .open(providers.sink("demo").descriptor().values("it", Map.of()), SinkContext.standard("it"))) {
            SinkInlet inlet = sink.inlet("all", List.of());
            inlet.publish(new SampleBatch(1, 0), new TestUnit(1, 1).deliver(0, true));
            inlet.close();
        }
        assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
    }

    @Test
    void aJarWithoutServiceFileIsNamed() throws IOException {
        new PluginJar()
                .source("demo.Lost", "package demo; public class Lost {}")
                .write(folder.resolve("lost.jar"));
        assertBroken("lost.jar", "does not say what it brings", "META-INF/services/io.taktstrom.spi.ConnectorProvider");
    }

    @Test
    void aServiceFileThatNamesNothingIsNamed() throws IOException {
        new PluginJar().provides(ConnectorProvider.class, "# empty").write(folder.resolve("nameless.jar"));
        assertBroken("nameless.jar", "name no class");
    }

    @Test
    void aClassThatIsMissingIsNamed() throws IOException {
        new PluginJar().provides(ConnectorProvider.class, "demo.Missing").write(folder.resolve("missing.jar"));
        assertBroken("missing.jar", "demo.Missing");
    }

    @Test
    void aProviderThatIsNoneIsNamed() throws IOException {
        new PluginJar()
                .source("demo.Other", "package demo; public class Other {}")
                .provides(ConnectorProvider.class, "demo.Other")
                .write(folder.resolve("other.jar"));
        assertBroken("other.jar", "demo.Other");
    }

    @Test
    void aProviderThatThrowsInItsConstructorIsNamed() throws IOException {
        new PluginJar()
                .source(
                        "demo.Bad",
                        PluginSources.connector(
                                "Bad", "bad", "if (true) throw new IllegalStateException(\"no way\");", "", ""))
                .provides(ConnectorProvider.class, "demo.Bad")
                .write(folder.resolve("bad.jar"));
        assertBroken("bad.jar", "IllegalStateException: no way");
    }

    @Test
    void aProviderThatThrowsInItsDescriptorIsNamed() throws IOException {
        new PluginJar()
                .source(
                        "demo.Bad",
                        PluginSources.connector(
                                "Bad", "bad", "", "if (true) throw new StackOverflowError(\"deep\");", ""))
                .provides(ConnectorProvider.class, "demo.Bad")
                .write(folder.resolve("bad.jar"));
        assertBroken("bad.jar", "StackOverflowError: deep");
    }

    @Test
    void aClassThatIsMissedOnlyLaterIsAFailureToConnect() throws IOException {
        Path library = PluginSources.library("x").write(base.resolve("lib.jar"));
        new PluginJar()
                .library(library)
                .source(
                        "demo.Late",
                        PluginSources.connector("Late", "late", "", "", "if (lib.Text.TEXT.isEmpty()) return null;"))
                .provides(ConnectorProvider.class, "demo.Late")
                .write(folder.resolve("late.jar"));
        assertThatThrownBy(() -> load().providers().connector("late").connect(PLC, ConnectContext.standard()))
                .isInstanceOf(ConnectFailedException.class)
                .hasMessageContaining("late.jar")
                .hasMessageContaining("lib/Text");
    }

    @Test
    void aPluginForAnotherVersionOfTheSpiIsRefusedByName() throws IOException {
        String entry = Providers.MANIFEST_ENTRY;
        PluginSources.good("newer").manifest(entry, "2").write(folder.resolve("newer.jar"));
        assertBroken("newer.jar", "was made for version 2 of the SPI, and this is version 1");
        PluginSources.good("newer").manifest(entry, null).write(folder.resolve("newer.jar"));
        assertBroken("newer.jar", "does not say for which version", "Taktstrom-Spi: 1");
    }

    @Test
    void aFileThatIsNoJarIsNamed() throws IOException {
        Files.writeString(folder.resolve("text.jar"), "I am no jar");
        assertBroken("text.jar", "not a readable jar");
    }

    @Test
    void aFolderWithoutJarIsNamed() throws IOException {
        Files.createDirectory(folder.resolve("empty"));
        assertBroken("empty", "it contains no jar");
    }

    @Test
    void codeFromElsewhereByTheManifestIsRefused() throws IOException {
        PluginSources.good("far").manifest("Class-Path", "../lib.jar").write(folder.resolve("far.jar"));
        assertBroken("far.jar", "Class-Path");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aLinkOutOfTheFolderIsRefused() throws IOException {
        Path outside = PluginSources.good("linked").write(base.resolve("outside.jar"));
        Files.createSymbolicLink(folder.resolve("link.jar"), outside);
        assertBroken("link.jar", "is a link out of the folder, to " + outside.toRealPath());
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aLinkedFolderIsRefused() throws IOException {
        Path outside = Files.createDirectory(base.resolve("outside"));
        PluginSources.good("linked").write(outside.resolve("linked.jar"));
        Files.createSymbolicLink(folder.resolve("link"), outside);
        assertBroken("link", "is a link out of the folder");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aJarThatOthersCanWriteIsRefused() throws IOException {
        Path jar = PluginSources.good("open").write(folder.resolve("open.jar"));
        Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("rw-rw-rw-"));
        assertBroken("open.jar", "can be written by everybody", "chmod go-w");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aFolderThatOthersCanWriteIsRefusedAsAWhole() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        Plugins plugins = load();
        assertThat(plugins.loaded()).isEmpty();
        assertThat(plugins.broken()).singleElement().asString().contains(folder.toString(), "chmod go-w");
    }

    @Test
    void ofTwoWithOneSchemeNeitherIsTaken() throws IOException {
        PluginSources.good("twice").write(folder.resolve("twice-1.0.jar"));
        PluginSources.good("twice").write(folder.resolve("twice-1.1.jar"));
        Plugins plugins = load();
        assertThat(plugins.loaded()).extracting(Plugin::name).containsExactly("good.jar");
        assertThat(plugins.broken()).hasSize(2);
        assertThat(plugins.broken().get(0).toString())
                .contains("twice-1.0.jar", "it brings the connector twice, and so does", "twice-1.1.jar", "remove one");
    }

    @Test
    void whatIsBuiltInIsNotReplaced() {
        Providers builtIn = load().providers();
        Plugins again = Plugins.load(builtIn, List.of(folder), "");
        assertThat(again.loaded()).isEmpty();
        assertThat(again.broken()).singleElement().asString().contains("the connector good, which is built in");
    }

    @Test
    void whatIsMissingIsAnsweredWithWhatToDo() {
        assertThatThrownBy(() -> load().providers().connector("modbus"))
                .hasMessage(
                        "no connector for 'modbus'; there are good://HOST[:502][?OPTION=VALUE&...]; to have it, put its jar"
                                + " there");
        assertThatThrownBy(() -> load().providers().sink("mqtt"))
                .hasMessage("no sink of type 'mqtt'; none is available; to have it, put its jar there");
    }
}
