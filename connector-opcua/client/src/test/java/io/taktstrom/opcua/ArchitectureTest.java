package io.taktstrom.opcua;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

/** The packages of the pictures, one above the other; Milo in three of them. */
class ArchitectureTest {

    private static final String ROOT = "io.taktstrom.opcua";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void eachPackageSeesOnlyThoseBelow() {
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
                .layer("service")
                .definedBy(ROOT + ".service")
                .layer("session")
                .definedBy(ROOT + ".session")
                .layer("channel")
                .definedBy(ROOT + ".channel")
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
                .whereLayer("service")
                .mayOnlyBeAccessedByLayers("provider", "subscribe", "plan", "method", "address")
                .whereLayer("session")
                .mayOnlyBeAccessedByLayers("provider", "subscribe", "plan", "method", "address", "service")
                .whereLayer("channel")
                .mayOnlyBeAccessedByLayers("subscribe", "service", "session")
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
                        ROOT,
                        ROOT + ".subscribe",
                        ROOT + ".plan",
                        ROOT + ".address",
                        ROOT + ".service",
                        ROOT + ".session",
                        ROOT + ".channel",
                        ROOT + ".value")
                .check(CLASSES);
    }

    @Test
    void onlyChannelSessionAndServicesSeeMiloAndNetty() {
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + ".channel", ROOT + ".session", ROOT + ".service")
                .and()
                .haveNameNotMatching(".*\\.value\\.(MiloEncoding|TextForm|EventText)")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.eclipse.milo..", "io.netty..")
                .because("a newer Milo, or another stack, must fit in by a change of three packages and three classes")
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
