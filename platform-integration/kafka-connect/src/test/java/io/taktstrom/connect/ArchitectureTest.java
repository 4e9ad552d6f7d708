package io.taktstrom.connect;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

class ArchitectureTest {

    private static final JavaClasses ALL = new ClassFileImporter().importPath("target/classes");

    @Test
    void packagesHaveNoKnots() {
        slices().matching("io.taktstrom.connect.(*)..")
                .should()
                .beFreeOfCycles()
                .check(ALL);
    }

    @Test
    void sourceAndSinkDoNotKnowEachOther() {
        noClasses()
                .that()
                .resideInAPackage("..connect.source..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("..connect.sink..")
                .check(ALL);
        noClasses()
                .that()
                .resideInAPackage("..connect.sink..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("..connect.source..")
                .check(ALL);
    }

    @Test
    void onlyWhatWorkersPromiseIsUsedOfConnect() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.kafka.connect.runtime..", "org.apache.kafka.connect.cli..")
                .check(ALL);
    }

    @Test
    void noConnectorIsNamed() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.taktstrom.ads..", "io.taktstrom.s7..", "io.taktstrom.opcua..")
                .check(ALL);
    }
}
