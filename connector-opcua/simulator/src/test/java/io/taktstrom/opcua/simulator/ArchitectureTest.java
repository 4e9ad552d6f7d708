package io.taktstrom.opcua.simulator;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/** The server, then the model that it serves. */
class ArchitectureTest {

    private static final String ROOT = "io.taktstrom.opcua.simulator";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void theModelKnowsNothingOfTheServer() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".model")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ROOT, "org.eclipse.milo.opcua.sdk..", "io.netty..")
                .check(CLASSES);
    }

    @Test
    void nothingIsTakenFromTheClient() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.taktstrom.opcua",
                        "io.taktstrom.opcua.address",
                        "io.taktstrom.opcua.value",
                        "io.taktstrom.opcua.channel",
                        "io.taktstrom.opcua.session",
                        "io.taktstrom.opcua.service")
                .because("a shared codec hides a shared error")
                .check(CLASSES);
    }
}
