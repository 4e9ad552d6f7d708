package io.taktstrom.spring;

import io.taktstrom.runtime.RunningDeployment;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.annotation.Bean;

/** Tells Actuator of Spring Boot 4 how the deployment does; {@code management.health.taktstrom.enabled=false} keeps it from that. */
@AutoConfiguration(after = TaktstromAutoConfiguration.class)
@ConditionalOnClass({HealthContributor.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(RunningDeployment.class)
@ConditionalOnEnabledHealthIndicator("taktstrom")
public class TaktstromHealthAutoConfiguration {

    @Bean
    CompositeHealthContributor taktstromHealthContributor(RunningDeployment running) {
        return (CompositeHealthContributor) new DeploymentHealth(running)
                .<HealthContributor>contributor(
                        part -> (HealthIndicator) () -> health(part.get()), CompositeHealthContributor::fromMap);
    }

    private static Health health(DeploymentHealth.Part part) {
        return new Health.Builder(new Status(part.status()), part.details()).build();
    }
}
