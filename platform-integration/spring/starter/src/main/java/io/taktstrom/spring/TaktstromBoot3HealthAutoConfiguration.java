package io.taktstrom.spring;

import io.taktstrom.runtime.RunningDeployment;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.CompositeHealthContributor;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthContributor;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Tells Actuator of Spring Boot 3.5 how the deployment does; {@code management.health.taktstrom.enabled=false} keeps it from that. */
@AutoConfiguration(after = TaktstromAutoConfiguration.class)
@ConditionalOnClass({HealthContributor.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(RunningDeployment.class)
@ConditionalOnEnabledHealthIndicator("taktstrom")
public class TaktstromBoot3HealthAutoConfiguration {

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
