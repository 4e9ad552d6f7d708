package io.taktstrom.stream;

import java.time.Instant;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/** Pipelines know nothing of where samples come from, and no room needs itself. */
class ArchitectureTest {

    private static final String LOG = "io.taktstrom.stream.log..";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.taktstrom.stream");

    @Test
    void thePipelineNeedsNoneOfTheRoomsButTheLog() {
        noClasses()
                .that()
                .resideInAPackage("io.taktstrom.stream")
                .should()
                .dependOnClassesThat(resideInAPackage("io.taktstrom.stream.*..").and(not(resideInAPackage(LOG))))
                .check(CLASSES);
    }

    @Test
    void theLogKnowsNothingOfPipelines() {
        noClasses()
                .that()
                .resideInAPackage(LOG)
                .should()
                .dependOnClassesThat(resideInAPackage("io.taktstrom.stream..").and(not(resideInAPackage(LOG))))
                .check(CLASSES);
    }

    @Test
    void theOnlyClockIsTheInjectedOne() {
        noClasses()
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Instant.class, "now")
                .because("tests turn the clock that is injected")
                .check(CLASSES);
    }
}
