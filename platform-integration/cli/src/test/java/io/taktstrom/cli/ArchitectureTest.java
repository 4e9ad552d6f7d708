package io.taktstrom.cli;

import java.nio.file.Files;
import java.nio.file.Path;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/** The directions of the whole project, seen from the one module that depends on all others. */
class ArchitectureTest {

    private static final String ADS_PROTOCOL = "io.taktstrom.ads.protocol..";
    private static final String S7_PROTOCOL = "io.taktstrom.s7.protocol..";

    /** Main code of all modules. */
    static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.taktstrom");

    /** Each package, roots among them. */
    private static final SliceAssignment PACKAGES = new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return SliceIdentifier.of(type.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    };

    @Test
    void everyModuleIsHere() {
        assertThat(ALL.stream().map(JavaClass::getPackageName))
                .contains(
                        "io.taktstrom.spi",
                        "io.taktstrom.stream",
                        "io.taktstrom.ads",
                        "io.taktstrom.ads.protocol",
                        "io.taktstrom.ads.simulator",
                        "io.taktstrom.s7",
                        "io.taktstrom.s7.plc4j",
                        "io.taktstrom.s7.protocol.s7",
                        "io.taktstrom.s7.simulator",
                        "io.taktstrom.opcua.simulator",
                        "io.taktstrom.simulation",
                        "io.taktstrom.deployment",
                        "io.taktstrom.sinks.format",
                        "io.taktstrom.sinks.local",
                        "io.taktstrom.commands.http",
                        "io.taktstrom.sinks.mqtt",
                        "io.taktstrom.sinks.opcua",
                        "io.taktstrom.runtime",
                        "io.taktstrom.page",
                        "io.taktstrom.oktoflow",
                        "io.taktstrom.description",
                        "io.taktstrom.cli",
                        "io.taktstrom.testkit");
    }

    @Test
    void dependenciesPointInwards() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("cli")
                .definedBy("io.taktstrom.cli..")
                .layer("runtime")
                .definedBy("io.taktstrom.runtime..")
                .layer("page")
                .definedBy("io.taktstrom.page..")
                .layer("oktoflow")
                .definedBy("io.taktstrom.oktoflow..")
                .layer("descriptions")
                .definedBy("io.taktstrom.description..")
                .layer("model")
                .definedBy("io.taktstrom.deployment..")
                .layer("stream")
                .definedBy("io.taktstrom.stream..")
                .layer("ads client")
                .definedBy(
                        "io.taktstrom.ads",
                        "io.taktstrom.ads.subscribe..",
                        "io.taktstrom.ads.plan..",
                        "io.taktstrom.ads.symbol..",
                        "io.taktstrom.ads.value..",
                        "io.taktstrom.ads.engine..",
                        "io.taktstrom.ads.backend..",
                        "io.taktstrom.ads.adslib..")
                .layer("ads secure")
                .definedBy("io.taktstrom.ads.secure..")
                .layer("ads routes")
                .definedBy("io.taktstrom.ads.route..")
                .layer("ads protocol")
                .definedBy(ADS_PROTOCOL)
                .layer("ads simulator")
                .definedBy("io.taktstrom.ads.simulator..")
                .layer("s7 client")
                .definedBy(
                        "io.taktstrom.s7",
                        "io.taktstrom.s7.plan..",
                        "io.taktstrom.s7.device..",
                        "io.taktstrom.s7.engine..")
                .layer("s7 plc4j")
                .definedBy("io.taktstrom.s7.plc4j..")
                .layer("s7 symbols")
                .definedBy("io.taktstrom.s7.symbol..")
                .layer("s7 addresses and types")
                .definedBy("io.taktstrom.s7.address..", "io.taktstrom.s7.value..")
                .layer("s7 protocol")
                .definedBy(S7_PROTOCOL)
                .layer("s7 simulator")
                .definedBy("io.taktstrom.s7.simulator..")
                .layer("opcua simulator")
                .definedBy("io.taktstrom.opcua.simulator..")
                .layer("opcua server")
                .definedBy("io.taktstrom.opcua.server..")
                .layer("simulation")
                .definedBy("io.taktstrom.simulation..")
                .layer("spi")
                .definedBy(
                        "io.taktstrom.spi..",
                        "io.taktstrom.data..",
                        "io.taktstrom.model..",
                        "io.taktstrom.descriptor..",
                        "io.taktstrom.command..",
                        "io.taktstrom.sink..",
                        "io.taktstrom.stage..")
                .layer("text")
                .definedBy("io.taktstrom.text..")
                .layer("sinks")
                .definedBy("io.taktstrom.sinks..")
                .layer("commands")
                .definedBy("io.taktstrom.commands..")
                .layer("testkit")
                .definedBy("io.taktstrom.testkit..")
                .whereLayer("cli")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("testkit")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("page")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("runtime")
                .mayOnlyBeAccessedByLayers("page", "cli")
                .whereLayer("oktoflow")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("descriptions")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("descriptions")
                .mayOnlyAccessLayers("model", "spi", "text")
                .whereLayer("model")
                .mayOnlyBeAccessedByLayers("runtime", "page", "oktoflow", "descriptions", "cli")
                .whereLayer("stream")
                .mayOnlyBeAccessedByLayers("runtime", "page", "oktoflow", "cli")
                // Found by ServiceLoader, but for what only one protocol can: see the rule below.
                .whereLayer("ads client")
                .mayOnlyBeAccessedByLayers("ads routes")
                .whereLayer("ads secure")
                .mayOnlyBeAccessedByLayers("ads client", "ads simulator")
                .whereLayer("ads routes")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("ads simulator")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("ads protocol")
                .mayOnlyBeAccessedByLayers("ads client", "ads secure", "ads routes", "ads simulator", "cli")
                .whereLayer("s7 client")
                .mayOnlyBeAccessedByLayers("s7 plc4j")
                .whereLayer("s7 plc4j")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("s7 symbols")
                .mayOnlyBeAccessedByLayers("s7 client", "s7 simulator", "cli")
                .whereLayer("s7 addresses and types")
                .mayOnlyBeAccessedByLayers("s7 client", "s7 symbols", "s7 simulator", "cli")
                .whereLayer("s7 protocol")
                .mayOnlyBeAccessedByLayers("s7 client", "s7 plc4j", "s7 simulator")
                .whereLayer("s7 simulator")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("opcua simulator")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("opcua server")
                .mayOnlyBeAccessedByLayers("opcua simulator", "sinks", "cli")
                .whereLayer("simulation")
                .mayOnlyBeAccessedByLayers("ads simulator", "s7 simulator", "opcua simulator", "cli")
                .whereLayer("text")
                .mayNotAccessAnyLayer()
                .whereLayer("text")
                .mayOnlyBeAccessedByLayers(
                        "model",
                        "oktoflow",
                        "descriptions",
                        "simulation",
                        "ads simulator",
                        "s7 simulator",
                        "opcua simulator",
                        "cli")
                .whereLayer("sinks")
                .mayOnlyAccessLayers("spi", "opcua server")
                .whereLayer("sinks")
                .mayOnlyBeAccessedByLayers("runtime", "page", "cli")
                .whereLayer("commands")
                .mayOnlyAccessLayers("spi")
                .whereLayer("commands")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("spi")
                .mayNotAccessAnyLayer()
                .check(ALL);
    }

    /** Connectors are found by ServiceLoader. The commands that only one protocol has stand in a room of their own. */
    @ParameterizedTest
    @ValueSource(strings = {"ads", "s7", "opcua"})
    void onlyTheRoomOfAProtocolCompilesAgainstItsConnector(String protocol) {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "io.taktstrom." + protocol + "..",
                        "io.taktstrom.cli." + protocol + "..",
                        "io.taktstrom.sinks." + protocol + "..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.taktstrom." + protocol + "..")
                .check(ALL);
    }

    @Test
    void noRoomOfTheCommandLineClimbsToItsRoot() {
        noClasses()
                .that()
                .resideInAPackage("io.taktstrom.cli.*..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.taktstrom.cli")
                .check(ALL);
    }

    @Test
    void insideAConnectorTheEngineKnowsNoProvider() {
        noClasses()
                .that()
                .resideInAnyPackage("io.taktstrom.ads.(engine|symbol|backend|plan|value|subscribe|adslib)..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.taktstrom.ads")
                .check(ALL);
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.taktstrom.s7.engine..",
                        "io.taktstrom.s7.plan..",
                        "io.taktstrom.s7.device..",
                        "io.taktstrom.s7.address..",
                        "io.taktstrom.s7.value..",
                        "io.taktstrom.s7.symbol..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.taktstrom.s7")
                .check(ALL);
    }

    @Test
    void protocolsKnowBytesAndNothingElse() {
        noClasses()
                .that()
                .resideInAnyPackage(ADS_PROTOCOL, S7_PROTOCOL)
                .should()
                .dependOnClassesThat(resideInAPackage("java.net..")
                        .or(resideInAPackage("java.nio.channels.."))
                        .or(resideInAPackage("java.util.concurrent.."))
                        .or(belongTo(equivalentTo(Thread.class))))
                .orShould()
                .dependOnClassesThat(resideInAPackage("io.taktstrom..")
                        .and(not(resideInAPackage(ADS_PROTOCOL)))
                        .and(not(resideInAPackage(S7_PROTOCOL)))
                        .and(not(equivalentTo(MalformedFrameException.class)))
                        .and(not(equivalentTo(ConnectorException.class))))
                .check(ALL);
    }

    /** The one rule on cycles, for every module. */
    @Test
    void noPackageNeedsItself() {
        slices().assignedFrom(PACKAGES).should().beFreeOfCycles().check(ALL);
    }

    /** A container's table of mounts may lack the one of a folder: asking for its {@code FileStore} fails there. */
    @Test
    void noClassAsksForTheMountOfAFolder() {
        noClasses().should().callMethod(Files.class, "getFileStore", Path.class).check(ALL);
    }
}
