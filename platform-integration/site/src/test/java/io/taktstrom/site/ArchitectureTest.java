package io.taktstrom.site;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

class ArchitectureTest {

    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.taktstrom.site");

    @Test
    void theSiteKnowsMarkdownAndNothingOfWhatItDescribes() {
        noClasses()
                .should()
                .dependOnClassesThat(com.tngtech.archunit.base.DescribedPredicate.describe(
                        "are of Taktstrom, but not of the site",
                        used -> used.getPackageName().startsWith("io.taktstrom.")
                                && !used.getPackageName().equals("io.taktstrom.site")))
                .check(ALL);
    }
}
