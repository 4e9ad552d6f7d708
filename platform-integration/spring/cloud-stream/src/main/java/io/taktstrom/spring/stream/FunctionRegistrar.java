package io.taktstrom.spring.stream;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import io.taktstrom.deployment.CommandsConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.spring.config.StartFailure;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Makes a bean of each way out and in, named as the deployment names it: bindings take their names from there. A stream that
 * ends in several sinks of this type has a supplier for each, {@code stream-sink}.
 */
final class FunctionRegistrar implements ImportBeanDefinitionRegistrar {

    private final ConfigurableListableBeanFactory beans;

    FunctionRegistrar(BeanFactory beans) {
        this.beans = (ConfigurableListableBeanFactory) beans;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
        for (String name : beans.getBeanNamesForType(Deployment.class, false, false)) {
            Deployment deployment = beans.getBean(name, Deployment.class);
            deployment.streams().forEach(stream -> suppliers(stream, deployment, registry));
            consumers(deployment.commands(), registry);
        }
    }

    private void suppliers(StreamConfig stream, Deployment deployment, BeanDefinitionRegistry registry) {
        List<String> sinks = stream.to().stream()
                .filter(sink -> Optional.ofNullable(deployment.sinks().get(sink))
                        .map(PartConfig::type)
                        .filter(SpringSinkProvider.TYPE::equals)
                        .isPresent())
                .toList();
        for (String sink : sinks) {
            register(
                    registry,
                    sinks.size() == 1 ? stream.name() : stream.name() + "-" + sink,
                    "stream " + stream.name(),
                    StreamSupplier.class,
                    () -> new StreamSupplier(beans.getBean(StreamOutlets.class).of(stream.name(), sink)));
        }
    }

    private void consumers(@Nullable CommandsConfig commands, BeanDefinitionRegistry registry) {
        if (commands == null) {
            return;
        }
        commands.from().values().stream()
                .filter(source -> source.type().equals(SpringCommandsProvider.TYPE))
                .forEach(source -> {
                    String what = "source of commands " + source.name();
                    Supplier<CommandInbox> inbox =
                            () -> beans.getBean(CommandInboxes.class).of(source.name());
                    if (source.values().get(SpringCommandsProvider.ANSWERS)) {
                        register(
                                registry,
                                source.name(),
                                what,
                                CommandFunction.class,
                                () -> new CommandFunction(inbox.get()));
                    } else {
                        register(
                                registry,
                                source.name(),
                                what,
                                CommandConsumer.class,
                                () -> new CommandConsumer(inbox.get()));
                    }
                });
    }

    private static <T> void register(
            BeanDefinitionRegistry registry, String name, String what, Class<T> type, Supplier<T> made) {
        if (registry.containsBeanDefinition(name)) {
            throw new StartFailure(
                    "The " + what + " of the deployment becomes a bean '" + name
                            + "', and the application has another one",
                    List.of(),
                    "Rename one of them: the binding's name comes from there.",
                    null);
        }
        registry.registerBeanDefinition(name, new RootBeanDefinition(type, made));
    }
}
