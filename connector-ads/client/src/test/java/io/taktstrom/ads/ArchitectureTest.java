package io.taktstrom.ads;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

/** The rooms of this module, and who may enter which. What the protocol may see, its own test says. */
class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.taktstrom.ads");

    @Test
    void eachRoomSeesOnlyThoseBelow() {
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage("io.taktstrom.ads..")
                .layer("routes")
                .definedBy("io.taktstrom.ads.route")
                .layer("session")
                .definedBy("io.taktstrom.ads")
                .layer("subscribe")
                .definedBy("io.taktstrom.ads.subscribe")
                .layer("method")
                .definedBy("io.taktstrom.ads.method")
                .layer("plan")
                .definedBy("io.taktstrom.ads.plan")
                .layer("symbol")
                .definedBy("io.taktstrom.ads.symbol")
                .layer("value")
                .definedBy("io.taktstrom.ads.value")
                .layer("engine")
                .definedBy("io.taktstrom.ads.engine")
                .layer("secure")
                .definedBy("io.taktstrom.ads.secure")
                .layer("backend")
                .definedBy("io.taktstrom.ads.backend")
                .layer("protocol")
                .definedBy("io.taktstrom.ads.protocol")
                .whereLayer("routes")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("session")
                .mayOnlyBeAccessedByLayers("routes")
                .whereLayer("subscribe")
                .mayOnlyBeAccessedByLayers("session")
                .whereLayer("method")
                .mayOnlyBeAccessedByLayers("session")
                .whereLayer("plan")
                .mayOnlyBeAccessedByLayers("session", "subscribe")
                .whereLayer("symbol")
                .mayOnlyBeAccessedByLayers("session", "subscribe", "plan", "method")
                .whereLayer("value")
                .mayOnlyBeAccessedByLayers("session", "subscribe", "plan", "method", "symbol")
                .whereLayer("engine")
                .mayOnlyBeAccessedByLayers("routes", "session")
                .whereLayer("secure")
                .mayOnlyBeAccessedByLayers("engine")
                .whereLayer("backend")
                .mayOnlyBeAccessedByLayers(
                        "routes", "session", "subscribe", "plan", "method", "symbol", "value", "engine")
                .ensureAllClassesAreContainedInArchitecture()
                .check(CLASSES);
    }

    /** Other backends implement the seam without a socket of ours. */
    @Test
    void onlyTheEngineAndTheRoutesHaveSockets() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.taktstrom.ads.engine", "io.taktstrom.ads.route", "io.taktstrom.ads.secure")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.net..", "java.nio.channels..")
                .because("what stands above the seam must work on every backend")
                .check(CLASSES);
    }
}
