package io.taktstrom.spring.test;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.TestContextAnnotationUtils;

/** Finds {@link TaktTest} on a test class. */
final class SimulatorCustomizerFactory implements ContextCustomizerFactory {

    @Override
    public @Nullable ContextCustomizer createContextCustomizer(
            Class<?> testClass, List<ContextConfigurationAttributes> configurations) {
        TaktTest wanted = TestContextAnnotationUtils.findMergedAnnotation(testClass, TaktTest.class);
        return wanted == null ? null : new SimulatorCustomizer(wanted.simulator(), wanted.model(), wanted.connection());
    }
}
