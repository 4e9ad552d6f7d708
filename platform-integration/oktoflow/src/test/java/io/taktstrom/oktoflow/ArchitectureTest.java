package io.taktstrom.oktoflow;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

class ArchitectureTest {

    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.taktstrom.oktoflow");

    @Test
    void nothingHereKnowsOktoflowsClasses() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("de.iip_ecosphere..", "de.oktoflow..")
                .check(ALL);
    }

    @Test
    void sessionsDoNotKnowModels() {
        noClasses()
                .that()
                .resideInAPackage("io.taktstrom.oktoflow")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.taktstrom.oktoflow.ivml", "io.taktstrom.deployment..")
                .check(ALL);
        slices().matching("io.taktstrom.(**)").should().beFreeOfCycles().check(ALL);
    }

    @Test
    void noConnectorIsKnownByItsClasses() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.taktstrom.ads..", "io.taktstrom.s7..", "io.taktstrom.opcua..")
                .check(ALL);
    }
}
