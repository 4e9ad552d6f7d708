package io.taktstrom.s7;

import java.util.Set;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

class ArchitectureTest {

    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.taktstrom.s7");

    private static final Set<String> BYTES = Set.of(
            "io.taktstrom.s7.protocol.cotp",
            "io.taktstrom.s7.protocol.s7",
            "java.lang",
            "java.lang.invoke",
            "java.nio",
            "java.nio.charset",
            "org.jspecify.annotations");

    @Test
    void theProtocolKnowsBytesAndOneExceptionOfTheSpi() {
        DescribedPredicate<JavaClass> allowed = describe(
                "bytes only",
                type -> BYTES.contains(type.getBaseComponentType().getPackageName())
                        || type.getBaseComponentType().isPrimitive()
                        || type.isEquivalentTo(MalformedFrameException.class));
        classes()
                .that()
                .resideInAPackage("io.taktstrom.s7.protocol..")
                .should()
                .onlyDependOnClassesThat(allowed)
                .andShould()
                .onlyAccessClassesThat(describe("no threads", type -> !type.isAssignableTo(Thread.class)))
                .check(ALL);
    }
}
