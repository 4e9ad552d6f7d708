package io.taktstrom.s7.simulator;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

class ArchitectureTest {

    private static final String SIMULATOR = "io.taktstrom.s7.simulator";

    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(SIMULATOR);

    private static final SliceAssignment ROOMS = new SliceAssignment() {
        @Override
        public String getDescription() {
            return "rooms";
        }

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            String name = type.getPackageName();
            return name.startsWith(SIMULATOR) ? SliceIdentifier.of(name) : SliceIdentifier.ignore();
        }
    };

    @Test
    void roomsAreFreeOfCycles() {
        slices().assignedFrom(ROOMS).should().beFreeOfCycles().check(ALL);
    }

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
