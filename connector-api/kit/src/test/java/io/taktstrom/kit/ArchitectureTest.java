package io.taktstrom.kit;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/** The kit stands on the SPI alone, and only its packages tcp and tls have sockets. */
class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.taktstrom.kit");

    @Test
    void itStandsOnTheSpiAlone() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "javax.naming..",
                        "javax.net.ssl..",
                        "javax.security.auth.x500..",
                        "jdk.jfr..",
                        "org.jspecify..",
                        "io.taktstrom.kit..",
                        "io.taktstrom.spi..",
                        "io.taktstrom.data..",
                        "io.taktstrom.model..",
                        "io.taktstrom.descriptor..",
                        "io.taktstrom.sink..",
                        "io.taktstrom.stage..",
                        "io.taktstrom.command..")
                .check(CLASSES);
    }

    @Test
    void onlyThePackagesTcpAndTlsHaveSockets() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.taktstrom.kit.tcp", "io.taktstrom.kit.tls")
                .should()
                .dependOnClassesThat(resideInAnyPackage("java.net", "java.nio.channels")
                        .and(not(assignableTo(FileChannel.class)))
                        .and(not(assignableTo(FileLock.class)))
                        .and(not(assignableTo(InetAddress.class)))
                        .and(not(assignableTo(UnknownHostException.class))))
                .check(CLASSES);
    }
}
