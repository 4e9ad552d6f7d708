package io.taktstrom.spring;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.runtime.command.RunningCommands;
import io.taktstrom.runtime.health.Condition;
import io.taktstrom.runtime.health.HealthJson;
import io.taktstrom.runtime.health.HealthReport;
import io.taktstrom.runtime.health.Reason;
import io.taktstrom.runtime.health.Subject;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * How each part of a deployment does, as the runtime judges it: nothing is judged here.
 *
 * <pre>
 *  taktstrom
 *    deployment              the whole
 *    connections  press1
 *    sinks        plant
 *    streams      all.plant
 *    commands     mes
 * </pre>
 *
 * <p>UP is UP and DOWN is DOWN; DEGRADED is OUT_OF_SERVICE, because Actuator does not count a status that it does not know.
 */
final class DeploymentHealth {

    /** A request for all parts at once gets them from one report. */
    private static final long FRESH_NANOS = Duration.ofMillis(200).toNanos();

    private final RunningDeployment running;
    /** Guarded by this, as is the next. */
    private @Nullable Look latest;

    private long lookedAt;

    private record Look(HealthReport report, Map<String, Object> tree) {}

    DeploymentHealth(RunningDeployment running) {
        this.running = running;
    }

    CompositeHealthContributor contributor() {
        Map<String, HealthContributor> parts = new LinkedHashMap<>();
        HealthIndicator whole = () -> {
            Look look = look();
            Map<String, Object> rest = new LinkedHashMap<>(look.tree());
            // Each part has an entry of its own; the reasons are said.
            rest.keySet().retainAll(List.of("ready", "clock", "alarms"));
            return health(look.report().condition(), look.report().reasons(), rest);
        };
        parts.put("deployment", whole);
        put(parts, "connections", running.deployment().connections().keySet(), Subject::connection);
        put(parts, "sinks", running.sinks().keySet(), Subject::sink);
        put(parts, "streams", running.accounts().keySet(), Subject::stream);
        RunningCommands commands = running.commands();
        if (commands != null) {
            put(parts, "commands", commands.sources().keySet(), Subject::commands);
        }
        return CompositeHealthContributor.fromMap(parts);
    }

    private void put(
            Map<String, HealthContributor> parts,
            String what,
            Collection<String> names,
            Function<String, Subject> subject) {
        if (!names.isEmpty()) {
            Map<String, HealthIndicator> all = new LinkedHashMap<>();
            // Slashes are no part of a name, by which a path of the endpoint leads to it.
            names.forEach(name -> all.put(name.replace('/', '_'), () -> part(what, name, subject.apply(name))));
            parts.put(what, CompositeHealthContributor.fromMap(all));
        }
    }

    private synchronized Look look() {
        Look look = latest;
        long now = System.nanoTime();
        if (look == null || now - lookedAt > FRESH_NANOS) {
            HealthReport report = running.health();
            look = new Look(report, HealthJson.tree(report));
            latest = look;
            lookedAt = now;
        }
        return look;
    }

    private Health part(String what, String name, Subject subject) {
        Look look = look();
        HealthReport report = look.report();
        if (look.tree().get(what) instanceof Map<?, ?> parts && parts.get(name) instanceof Map<?, ?> part) {
            return health(report.condition(subject), report.reasonsOf(subject), part);
        }
        return Health.unknown()
                .withDetail("why", "not part of the deployment any more")
                .build();
    }

    private static Health health(Condition condition, List<Reason> reasons, Map<?, ?> details) {
        Health.Builder health = new Health.Builder(
                switch (condition) {
                    case UP -> Status.UP;
                    case DEGRADED -> Status.OUT_OF_SERVICE;
                    case DOWN -> Status.DOWN;
                });
        if (!reasons.isEmpty()) {
            health.withDetail(
                    "why",
                    reasons.stream()
                            .map(reason -> reason.code().text() + ": " + reason.text())
                            .collect(Collectors.joining("; ")));
        }
        details.forEach((key, value) -> {
            if (!key.equals("status") && value != null) {
                health.withDetail(String.valueOf(key), value);
            }
        });
        return health.build();
    }
}
