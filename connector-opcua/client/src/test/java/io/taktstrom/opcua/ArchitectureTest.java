package io.taktstrom.opcua;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

/** The rooms of the package pictures, one above the other; Milo in one of them. */
class ArchitectureTest {

    private static final String ROOT = "io.taktstrom.opcua";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void eachRoomSeesOnlyThoseBelow() {
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage(ROOT + "..")
                .layer("provider")
                .definedBy(ROOT)
                .layer("subscribe")
                .definedBy(ROOT + ".subscribe")
                .layer("plan")
                .definedBy(ROOT + ".plan")
                .layer("method")
                .definedBy(ROOT + ".method")
                .layer("address")
                .definedBy(ROOT + ".address")
                .layer("stack")
                .definedBy(ROOT + ".stack")
                .layer("trust")
                .definedBy(ROOT + ".trust")
                .layer("value")
                .definedBy(ROOT + ".value")
                .layer("protocol")
                .definedBy(ROOT + ".protocol")
                .whereLayer("provider")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("subscribe")
                .mayOnlyBeAccessedByLayers("provider")
                .whereLayer("plan")
                .mayOnlyBeAccessedByLayers("provider")
                .whereLayer("method")
                .mayOnlyBeAccessedByLayers("provider")
                .whereLayer("address")
                .mayOnlyBeAccessedByLayers("provider", "subscribe", "plan", "method")
                .whereLayer("stack")
                .mayOnlyBeAccessedByLayers("provider", "subscribe", "plan", "method", "address")
                .whereLayer("trust")
                .mayOnlyBeAccessedByLayers("provider", "stack")
                .check(CLASSES);
    }

    @Test
    void theProtocolIsAtTheBottom() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".protocol")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        ROOT, ROOT + ".subscribe", ROOT + ".plan", ROOT + ".address", ROOT + ".stack", ROOT + ".value")
                .check(CLASSES);
    }

    @Test
    void onlyTheStackSeesMiloAndNetty() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".stack")
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
                .resideInAPackage(ROOT + ".protocol")
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
