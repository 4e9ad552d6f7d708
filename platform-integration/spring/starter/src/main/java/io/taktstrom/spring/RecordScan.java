package io.taktstrom.spring;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

import io.taktstrom.descriptor.Closest;
import io.taktstrom.spi.BoundRecord;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spring.config.StartFailure;
import io.taktstrom.stream.source.ManagedConnection;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.util.ClassUtils;

/** Makes a bean {@code BoundRecord<R>} of each record R in the application's packages that is a {@link TaktRecord}. */
final class RecordScan {

    private static final String RECORD = "taktstrom.record.";

    private final ConfigurableListableBeanFactory beans;
    private final Set<String> connections;
    private final Function<String, ManagedConnection> connection;
    private final ClassPathScanningCandidateComponentProvider scanner;

    RecordScan(
            Environment environment,
            ConfigurableListableBeanFactory beans,
            ResourceLoader resources,
            Set<String> connections,
            Function<String, ManagedConnection> connection) {
        this.beans = beans;
        this.connections = connections;
        this.connection = connection;
        scanner = new ClassPathScanningCandidateComponentProvider(false, environment);
        scanner.setResourceLoader(resources);
        scanner.addIncludeFilter(new AnnotationTypeFilter(TaktRecord.class));
    }

    void register(BeanDefinitionRegistry registry) {
        if (AutoConfigurationPackages.has(beans)) {
            AutoConfigurationPackages.get(beans).stream()
                    .flatMap(name -> scanner.findCandidateComponents(name).stream())
                    .map(found -> Objects.requireNonNull(found.getBeanClassName()))
                    .distinct()
                    .forEach(name -> register(registry, ClassUtils.resolveClassName(name, beans.getBeanClassLoader())));
        }
    }

    private void register(BeanDefinitionRegistry registry, Class<?> type) {
        if (!type.isRecord()) {
            throw failure(type, "is a class and no record", null);
        }
        String name =
                Objects.requireNonNull(type.getAnnotation(TaktRecord.class)).connection();
        if (name.isEmpty() && connections.size() == 1) {
            name = connections.iterator().next();
        }
        if (!connections.contains(name)) {
            String wanted =
                    name.isEmpty() ? "does not say of which connection it is" : "is of a connection '" + name + "'";
            throw failure(type, wanted + "; " + Closest.hint(name, connections), null);
        }
        String of = name;
        Class<? extends Record> shape = type.asSubclass(Record.class);
        RootBeanDefinition definition = new RootBeanDefinition();
        definition.setTargetType(ResolvableType.forClassWithGenerics(BoundRecord.class, shape));
        definition.setInstanceSupplier(() -> bind(of, shape));
        // A device that is away is waited for, but only by the beans that want the record.
        definition.setLazyInit(true);
        registry.registerBeanDefinition(RECORD + type.getName(), definition);
    }

    private <T extends Record> BoundRecord<T> bind(String name, Class<T> type) {
        try {
            return connection.apply(name).bind(type);
        } catch (ConnectorException | IllegalArgumentException e) {
            throw failure(type, "cannot be bound to connection " + name + ": " + e.getMessage(), e);
        }
    }

    private static StartFailure failure(Class<?> type, String what, @Nullable Exception cause) {
        return new StartFailure(
                "The @TaktRecord " + type.getName() + " " + what,
                List.of(),
                "Correct the record or its @TaktRecord(connection = ...).",
                cause);
    }
}
