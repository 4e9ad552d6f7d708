package io.taktstrom.opcua;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/** Provider, then stack, then values, then protocol; Milo in one package. */
class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.taktstrom.opcua");

    @Test
    void eachLayerSeesOnlyThoseBelow() {
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage("io.taktstrom.opcua..")
                .layer("provider")
                .definedBy("io.taktstrom.opcua")
                .layer("stack")
                .definedBy("io.taktstrom.opcua.stack")
                .layer("value")
                .definedBy("io.taktstrom.opcua.value")
                .layer("trust")
                .definedBy("io.taktstrom.opcua.trust")
                .layer("protocol")
                .definedBy("io.taktstrom.opcua.protocol")
                .whereLayer("provider")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("stack")
                .mayOnlyBeAccessedByLayers("provider")
                .whereLayer("value")
                .mayOnlyBeAccessedByLayers("provider", "stack")
                .whereLayer("trust")
                .mayOnlyBeAccessedByLayers("provider", "stack")
                .whereLayer("protocol")
                .mayOnlyBeAccessedByLayers("provider", "stack", "value")
                .check(CLASSES);
    }

    @Test
    void noPackageNeedsItself() {
        slices().matching("io.taktstrom.opcua.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void onlyTheStackSeesMiloAndNetty() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.taktstrom.opcua.stack")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.eclipse.milo..", "io.netty..")
                .because("a newer Milo, or another stack, must fit in by a change of one package")
                .check(CLASSES);
    }

    @Test
    void theProtocolKnowsBytesOnly() {
        noClasses()
                .that()
                .resideInAPackage("io.taktstrom.opcua.protocol")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.net..",
                        "java.nio.channels..",
                        "java.util.concurrent..",
                        "io.taktstrom.data..",
                        "io.taktstrom.descriptor..",
                        "io.taktstrom.model..")
                .check(CLASSES);
    }
}
