package io.taktstrom.ads.protocol;

import java.util.Set;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

class ProtocolBoundaryTest {

    private static final Set<String> PACKAGES = Set.of(
            "io.taktstrom.ads.protocol",
            "java.lang",
            "java.lang.invoke",
            "java.lang.runtime",
            "java.nio",
            "java.nio.charset",
            "java.util",
            "java.util.function",
            "java.util.stream",
            "org.jspecify.annotations");

    @Test
    void theProtocolKnowsBytesAndOneExceptionOfTheSpi() {
        DescribedPredicate<JavaClass> allowed = describe(
                "bytes only",
                type -> PACKAGES.contains(type.getBaseComponentType().getPackageName())
                        || type.getBaseComponentType().isPrimitive()
                        || type.isEquivalentTo(MalformedFrameException.class));
        classes()
                .that()
                .resideInAPackage("io.taktstrom.ads.protocol")
                .should()
                .onlyDependOnClassesThat(allowed)
                .andShould()
                .onlyAccessClassesThat(describe("no threads", type -> !type.isAssignableTo(Thread.class)))
                .check(new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("io.taktstrom.ads.protocol"));
    }
}
