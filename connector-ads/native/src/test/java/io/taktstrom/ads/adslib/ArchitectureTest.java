package io.taktstrom.ads.adslib;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/** What all native backends share stands on the seam of the client, and knows no binding. */
class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.taktstrom.ads.adslib");

    @Test
    void itKnowsTheSeamAndTheProtocolOnly() {
        classes()
                .that()
                .resideInAPackage("io.taktstrom.ads.adslib..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                "io.taktstrom.ads.adslib..",
                                "io.taktstrom.ads.backend",
                                "io.taktstrom.ads.protocol",
                                "io.taktstrom.kit..",
                                "io.taktstrom.spi")
                        .or(not(resideInAPackage("io.taktstrom.."))))
                .check(CLASSES);
    }

    /** The library has those that there are. */
    @Test
    void itOpensNoSocket() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.net..", "java.nio.channels..")
                .check(CLASSES);
    }
}
