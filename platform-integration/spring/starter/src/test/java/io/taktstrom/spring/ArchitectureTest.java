package io.taktstrom.spring;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/** Where the starter's rooms look, and that a connector comes from the application alone. */
class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.taktstrom.spring");

    @Test
    void theReadingOfPropertiesKnowsNothingOfWhatRuns() {
        noClasses()
                .that()
                .resideInAPackage("io.taktstrom.spring.config")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.taktstrom.spring", "io.taktstrom.runtime..", "io.taktstrom.stream..")
                .check(CLASSES);
    }

    @Test
    void noConnectorAndNoSimulatorIsNamed() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.taktstrom.ads..",
                        "io.taktstrom.s7..",
                        "io.taktstrom.opcua..",
                        "io.taktstrom.simulation..",
                        "io.taktstrom.kit..")
                .check(CLASSES);
    }
}
