package io.taktstrom.ads;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/** Routes, provider, then symbols and engine, then protocol. What the protocol may see, its own test says. */
class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.taktstrom.ads");

    @Test
    void eachLayerSeesOnlyThoseBelow() {
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage("io.taktstrom.ads..")
                .layer("provider")
                .definedBy("io.taktstrom.ads")
                .layer("symbols")
                .definedBy("io.taktstrom.ads.symbol")
                .layer("adslib")
                .definedBy("io.taktstrom.ads.adslib")
                .layer("routes")
                .definedBy("io.taktstrom.ads.route")
                .layer("engine")
                .definedBy("io.taktstrom.ads.engine")
                .layer("protocol")
                .definedBy("io.taktstrom.ads.protocol")
                .whereLayer("provider")
                .mayOnlyBeAccessedByLayers("routes")
                .whereLayer("routes")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("symbols")
                .mayOnlyBeAccessedByLayers("provider")
                .whereLayer("adslib")
                .mayOnlyBeAccessedByLayers("provider")
                .whereLayer("engine")
                .mayOnlyBeAccessedByLayers("provider", "routes", "adslib")
                .whereLayer("protocol")
                .mayOnlyBeAccessedByLayers("provider", "routes", "symbols", "adslib", "engine")
                .check(CLASSES);
    }

    @Test
    void noPackageNeedsItself() {
        slices().matching("io.taktstrom.ads.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    /** Other backends implement the seam without a socket of ours. */
    @Test
    void onlyTheEngineAndTheRoutesHaveSockets() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.taktstrom.ads.engine", "io.taktstrom.ads.route")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.net..", "java.nio.channels..")
                .because("what stands above the seam must work on every backend")
                .check(CLASSES);
    }
}
