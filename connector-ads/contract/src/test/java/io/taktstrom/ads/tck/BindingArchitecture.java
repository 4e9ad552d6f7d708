package io.taktstrom.ads.tck;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

/** A binding translates between Java and the library, and decides nothing: what it may know shows that. */
public abstract class BindingArchitecture {

    private final String room;
    private final String[] known;

    /**
     * @param room the package of the binding
     * @param known what else it may know
     */
    protected BindingArchitecture(String room, String... known) {
        this.room = room;
        this.known = known.clone();
    }

    @Test
    void aBindingKnowsWhatAllShareAndTheAddressesOnly() {
        classes()
                .that()
                .resideInAPackage(room + "..")
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage(room + "..", "io.taktstrom.ads.adslib", "io.taktstrom.ads.protocol")
                                .or(resideInAnyPackage(known))
                                .or(not(resideInAPackage("io.taktstrom.."))))
                .check(new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages(room));
    }
}
