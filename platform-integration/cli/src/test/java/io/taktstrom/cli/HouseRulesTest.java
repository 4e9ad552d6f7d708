package io.taktstrom.cli;

import java.io.Console;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.Timer;
import java.util.random.RandomGenerator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import io.taktstrom.cli.terminal.Terminal;
import io.taktstrom.cli.terminal.TerminalOutput;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

/** What holds for all code of the project, seen from the one module that depends on all others. */
class HouseRulesTest {

    @Test
    void nothingDeserialisesJavaObjects() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .areAssignableTo(ObjectInputStream.class)
                .check(ArchitectureTest.ALL);
    }

    @Test
    void nothingIsTimedByAThreadThatOneMistakeEnds() {
        noClasses().should().dependOnClassesThat().areAssignableTo(Timer.class).check(ArchitectureTest.ALL);
    }

    /** The jar of a class finds its services by its own loader: platforms with plug-ins do not set the context loader. */
    @Test
    void servicesAreFoundByTheLoaderOfTheirJar() {
        noClasses()
                .should()
                .callMethod(ServiceLoader.class, "load", Class.class)
                .orShould()
                .callMethod(RandomGenerator.class, "getDefault")
                .orShould()
                .callMethod(RandomGenerator.class, "of", String.class)
                .check(ArchitectureTest.ALL);
    }

    /**
     * Whatever lives long is a {@code RestartingThread} or a {@code ScheduledTask}. These few are short, wait for one thing, or belong to connectors that
     * guard their own.
     */
    @Test
    void noOtherClassMakesThreads() {
        Set<String> makers = ArchitectureTest.ALL.stream()
                .flatMap(type -> type.getConstructorCallsFromSelf().stream())
                .filter(call -> call.getTargetOwner().isEquivalentTo(Thread.class))
                .map(call -> call.getOriginOwner().getName())
                .filter(name -> name.matches("io\\.taktstrom\\.(kit|stream|runtime|page|cli|deployment)\\..*"))
                .collect(Collectors.toSet());
        assertThat(makers)
                .containsExactlyInAnyOrder(
                        "io.taktstrom.kit.TaskPool$Worker",
                        "io.taktstrom.kit.RestartingThread",
                        "io.taktstrom.stream.source.SessionLoop",
                        "io.taktstrom.runtime.Timeouts",
                        "io.taktstrom.cli.shell.CrashReporter",
                        "io.taktstrom.cli.Takt");
    }

    /** In the sources: compiled, a resource that is closed looks the same. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "../../connector-api/kit",
                "../../connector-api/stream",
                "../../connector-ads/client",
                "../../connector-ads/native",
                "../../connector-s7/client",
                "../../connector-s7/plc4j",
                "../../connector-opcua/client",
                "../runtime",
                "../page",
                "../model",
                "../commands/http",
                "../cli"
            })
    void whoCatchesEverythingLetsGoOnWhatIsFatal(String module) throws IOException {
        Pattern all = Pattern.compile("catch \\((?:[\\w |]+\\| )?(?:Throwable|Error) (\\w+)\\) \\{\\s*([^}]*)");
        List<Path> files;
        try (Stream<Path> walk = Files.walk(Path.of(module, "src/main/java"))) {
            files = walk.filter(file -> file.toString().endsWith(".java"))
                    // The end of both: there is nowhere to go on to.
                    .filter(file -> !file.endsWith("CrashReporter.java") && !file.endsWith("RestartingThread.java"))
                    // Its caller gets what was thrown.
                    .filter(file -> !file.endsWith("LibraryCalls.java"))
                    .toList();
        }
        assertThat(files).isNotEmpty();
        for (Path file : files) {
            Matcher matcher = all.matcher(Files.readString(file));
            while (matcher.find()) {
                String caught = matcher.group(1);
                assertThat(matcher.group(2))
                        .as("%s", file)
                        .containsPattern("Fatal\\.(rethrow|report)\\(" + caught + "\\)|throw " + caught + ";");
            }
        }
    }

    @Test
    void onlyConnectorsOpenSockets() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.taktstrom.stream..",
                        "io.taktstrom.runtime..",
                        "io.taktstrom.deployment..",
                        "io.taktstrom.data..",
                        "io.taktstrom.model..")
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(Socket.class, ServerSocket.class, SocketChannel.class, ServerSocketChannel.class)
                .check(ArchitectureTest.ALL);
    }

    @Test
    void onlyTheTerminalKnowsTheStandardStreams() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(Terminal.class.getName())
                // A process of its own, whose streams are ours to read.
                .and()
                .doNotHaveFullyQualifiedName("io.taktstrom.brokers.KafkaProcess")
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .accessField(System.class, "in")
                .check(ArchitectureTest.ALL);
    }

    /** What others said would reach the terminal as it is. */
    @Test
    void allThatIsPrintedPassesTheTerminalOutput() {
        noClasses()
                .that()
                .resideInAPackage("io.taktstrom.cli..")
                .and()
                .doNotHaveFullyQualifiedName(Terminal.class.getName())
                .and()
                .doNotHaveFullyQualifiedName(TerminalOutput.class.getName())
                .should()
                .callMethodWhere(target(owner(assignableTo(PrintStream.class)
                        .or(assignableTo(Console.class))
                        .or(equivalentTo(FileOutputStream.class)))))
                .orShould()
                .callMethod(System.class, "console")
                .orShould()
                .callMethodWhere(target(owner(assignableTo(Throwable.class))).and(target(name("printStackTrace"))))
                .check(ArchitectureTest.ALL);
    }

    @Test
    void everyPackageIsNullMarked() {
        Set<String> marked = ArchitectureTest.ALL.stream()
                .filter(type -> type.getSimpleName().equals("package-info") && type.isAnnotatedWith(NullMarked.class))
                .map(JavaClass::getPackageName)
                .collect(Collectors.toSet());
        assertThat(ArchitectureTest.ALL.stream().map(JavaClass::getPackageName).collect(Collectors.toSet()))
                .isEqualTo(marked);
    }

    /** An installed package has the documentation as HTML: a message names a page as documentation: how-to/install. */
    @Test
    void messagesNamePagesThatAnInstalledPackageHas() throws IOException {
        Path root = Path.of("..", "..");
        Pattern cited = Pattern.compile("documentation: ([a-z/-]+[a-z])");
        Pattern source = Pattern.compile("\"[^\"\n]*\\bdocs/[a-z0-9/.-]*");
        List<Path> files;
        try (Stream<Path> all = Files.walk(root)) {
            files = all.filter(file -> file.toString().matches(".*/src/main/java/.*\\.java"))
                    .filter(file -> !file.toString().matches(".*/(site|oktoflow.*|connector-benchmarks)/src/.*"))
                    .filter(file -> !file.endsWith("package-info.java"))
                    .toList();
        }
        assertThat(files).hasSizeGreaterThan(500);
        int pages = 0;
        for (Path file : files) {
            String text = Files.readString(file);
            assertThat(source.matcher(text).results().map(MatchResult::group))
                    .as(file.toString())
                    .isEmpty();
            for (Matcher page = cited.matcher(text); page.find(); pages++) {
                assertThat(root.resolve("docs").resolve(page.group(1) + ".md"))
                        .as(file.toString())
                        .exists();
            }
        }
        assertThat(pages).isPositive();
    }
}
