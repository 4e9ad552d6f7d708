package io.taktstrom.spring;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

import io.taktstrom.runtime.RunningConnection;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.runtime.command.RunningCommands;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.DropReason;
import io.taktstrom.stream.source.ManagedConnection;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * How each part of a deployment does, from what the runtime knows at the moment of asking; asks no device.
 *
 * <pre>
 *  taktstrom
 *    connections  press1   UP: connected, and at least one of its points is delivered
 *    sinks        plant    UP: its receiver took what it was sent last
 *    streams      all.plant UP: its books balance, and its buffer on disk is well
 *    commands     mes      UP: the source hears what is sent to it
 * </pre>
 */
final class DeploymentHealth {

    private final RunningDeployment running;

    DeploymentHealth(RunningDeployment running) {
        this.running = running;
    }

    CompositeHealthContributor contributor() {
        Map<String, HealthContributor> parts = new LinkedHashMap<>();
        put(parts, "connections", running.deployment().connections().keySet(), this::connection);
        put(
                parts,
                "sinks",
                running.sinks().keySet(),
                name -> receiver(running.sinks().get(name)));
        put(parts, "streams", running.accounts().keySet(), this::stream);
        RunningCommands commands = running.commands();
        if (commands != null) {
            put(parts, "commands", commands.sources().keySet(), this::source);
        }
        return CompositeHealthContributor.fromMap(parts);
    }

    private static void put(
            Map<String, HealthContributor> parts,
            String what,
            Collection<String> names,
            Function<String, Health> health) {
        if (!names.isEmpty()) {
            Map<String, HealthIndicator> all = new LinkedHashMap<>();
            // Slashes are no part of a name, by which a path of the endpoint leads to it.
            names.forEach(name -> all.put(name.replace('/', '_'), () -> health.apply(name)));
            parts.put(what, CompositeHealthContributor.fromMap(all));
        }
    }

    private Health connection(String name) {
        RunningConnection connection = running.connections().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElse(null);
        if (connection == null) {
            return gone();
        }
        ManagedConnection.State state = connection.managed().state();
        int delivered = connection.deliveredPoints();
        Health.Builder health = new Health.Builder();
        if (state != ManagedConnection.State.CONNECTED) {
            health.down().withDetail("why", "not connected; tried again until it answers");
        } else if (connection.points() > 0 && delivered == 0) {
            health.down().withDetail("why", "connected, but none of its points is delivered; check their addresses");
        } else {
            health.up();
        }
        return health.withDetail("state", state.name())
                .withDetail("points", connection.points())
                .withDetail("delivered", delivered)
                .withDetail("reconnects", connection.managed().reconnects())
                .build();
    }

    private Health stream(String name) {
        Accounting account = running.accounts().get(name);
        if (account == null) {
            return gone();
        }
        String trouble = running.bufferTroubles().get(name);
        Health.Builder health = new Health.Builder();
        if (trouble != null) {
            health.down().withDetail("why", trouble);
        } else if (!account.isBalanced()) {
            health.down().withDetail("why", "the books do not balance, which is a defect of Taktstrom; report it");
        } else {
            health.up();
        }
        health.withDetail("received", account.received())
                .withDetail("published", account.published())
                .withDetail("buffered", account.buffered());
        for (DropReason reason : DropReason.values()) {
            if (account.dropped(reason) > 0) {
                health.withDetail("dropped." + reason.text(), account.dropped(reason));
            }
        }
        return health.build();
    }

    private Health source(String name) {
        RunningCommands commands = running.commands();
        return commands == null ? gone() : receiver(commands.sources().get(name));
    }

    private static Health receiver(@Nullable SinkHealth health) {
        if (health == null) {
            return gone();
        }
        return health.well()
                ? Health.up().build()
                : Health.down().withDetail("why", health.detail()).build();
    }

    /** A reload has taken it away. */
    private static Health gone() {
        return Health.unknown()
                .withDetail("why", "not part of the deployment any more")
                .build();
    }
}
