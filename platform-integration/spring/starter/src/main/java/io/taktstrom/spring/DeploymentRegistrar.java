package io.taktstrom.spring;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

import io.micrometer.core.instrument.MeterRegistry;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.runtime.RunContext;
import io.taktstrom.runtime.RunningConnection;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.spi.Providers;
import io.taktstrom.spring.config.ConfiguredDeployment;
import io.taktstrom.spring.config.StartFailure;
import io.taktstrom.stream.Notices;
import io.taktstrom.stream.source.ManagedConnection;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.type.AnnotationMetadata;

/** Reads the deployment before any bean is made, so that each of its parts can be one. */
final class DeploymentRegistrar implements ImportBeanDefinitionRegistrar {

    /** Of the beans that are made; behind a dot stands what the deployment calls it. */
    private static final String DEPLOYMENT = "taktstrom.deployment";

    private static final String RUNNING = "taktstrom.running";
    private static final String LIFECYCLE = "taktstrom.lifecycle";
    private static final String CONNECTION = "taktstrom.connection.";

    private static final System.Logger LOG = System.getLogger("io.taktstrom.spring");

    private final ConfigurableEnvironment environment;
    private final ConfigurableListableBeanFactory beans;
    private final ResourceLoader resources;

    DeploymentRegistrar(Environment environment, BeanFactory beans, ResourceLoader resources) {
        this.environment = (ConfigurableEnvironment) environment;
        this.beans = (ConfigurableListableBeanFactory) beans;
        this.resources = resources;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
        Deployment deployment = new ConfiguredDeployment(environment, resources, Providers.ofClassPath()).read();
        if (deployment == null) {
            return;
        }
        String[] own = beans.getBeanNamesForType(RunningDeployment.class, true, false);
        if (own.length > 0) {
            throw new StartFailure(
                    "Two deployments are configured: the properties under 'taktstrom', and the bean '" + own[0]
                            + "' of the application",
                    List.of(),
                    "Leave one of them.",
                    null);
        }
        beans.registerSingleton(DEPLOYMENT, deployment);
        register(registry, RUNNING, RunningDeployment.class, () -> start(deployment));
        register(registry, LIFECYCLE, DeploymentLifecycle.class, () -> new DeploymentLifecycle(running()));
        for (String name : deployment.connections().keySet()) {
            RootBeanDefinition connection =
                    register(registry, CONNECTION + name, ManagedConnection.class, () -> connection(name));
            connection.addQualifier(new AutowireCandidateQualifier(Qualifier.class, name));
            // The deployment closes it.
            connection.setDestroyMethodName("");
        }
        new RecordScan(environment, beans, resources, deployment.connections().keySet(), this::connection)
                .register(registry);
    }

    static <T> RootBeanDefinition register(
            BeanDefinitionRegistry registry, String name, Class<T> type, Supplier<T> made) {
        RootBeanDefinition definition = new RootBeanDefinition(type, made);
        registry.registerBeanDefinition(name, definition);
        return definition;
    }

    private RunningDeployment start(Deployment deployment) {
        MeterRegistry meters = beans.getBeanProvider(MeterRegistry.class).getIfUnique();
        RunContext context = new RunContext(
                EpochNanoClock.system(),
                ProviderBeans.over(Providers.ofClassPath(), beans),
                DeploymentRegistrar::log,
                meters);
        try {
            return RunningDeployment.start(deployment, context);
        } catch (IOException e) {
            throw new StartFailure(
                    "The deployment " + deployment.source() + " cannot start",
                    List.of(String.valueOf(e.getMessage())),
                    "Correct what is named above, and start again. A device or broker that is merely unreachable does not prevent the start.",
                    e);
        }
    }

    /** What the stream has logged, with a level and traces of its own, is in the application's log already. */
    private static void log(String notice) {
        if (!Notices.areLogged()) {
            LOG.log(System.Logger.Level.INFO, notice);
        }
    }

    private RunningDeployment running() {
        return beans.getBean(RUNNING, RunningDeployment.class);
    }

    private ManagedConnection connection(String name) {
        return running().connections().stream()
                .filter(connection -> connection.name().equals(name))
                .map(RunningConnection::managed)
                .findFirst()
                .orElseThrow();
    }
}
