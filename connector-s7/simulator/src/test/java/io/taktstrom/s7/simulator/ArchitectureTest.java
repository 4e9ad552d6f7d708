package io.taktstrom.s7.simulator;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

class ArchitectureTest {

    private static final String SIMULATOR = "io.taktstrom.s7.simulator";

    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(SIMULATOR);

    /** A codec that both shared would hide an error that both made. */
    @Test
    void ofTheClientTheSimulatorKnowsTheProtocolAlone() {
        noClasses()
                .should()
                .dependOnClassesThat(describe(
                        "are the client's",
                        type -> type.getPackageName().startsWith("io.taktstrom.s7")
                                && !type.getPackageName().startsWith(SIMULATOR)
                                && !type.getPackageName().startsWith("io.taktstrom.s7.protocol")))
                .check(ALL);
    }
}
