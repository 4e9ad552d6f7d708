package io.taktstrom.spring;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.runtime.command.RunningCommands;
import io.taktstrom.runtime.health.Condition;
import io.taktstrom.runtime.health.HealthJson;
import io.taktstrom.runtime.health.HealthReport;
import io.taktstrom.runtime.health.Reason;
import io.taktstrom.runtime.health.Subject;
import org.jspecify.annotations.Nullable;

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
 * <p>UP is UP and DOWN is DOWN; DEGRADED is OUT_OF_SERVICE, because Actuator does not count a status that it does not know. Actuator's types
 * have other packages in Spring Boot 4 than in 3.5; so none of them stands here.
 */
final class DeploymentHealth {

    /** A request for all parts at once gets them from one report. */
    private static final long FRESH_NANOS = Duration.ofMillis(200).toNanos();

    private final RunningDeployment running;
    /** Guarded by this, as is the next. */
    private @Nullable Look latest;

    private long lookedAt;

    private record Look(HealthReport report, Map<String, Object> tree) {}

    /**
     * How a part does.
     *
     * @param status the code of Actuator's status
     */
    record Part(String status, Map<String, Object> details) {}

    DeploymentHealth(RunningDeployment running) {
        this.running = running;
    }

    /**
     * All parts as Actuator has them.
     *
     * @param <C> its contributor
     * @param indicator makes one of a part
     * @param composite makes one of several, by name
     */
    <C> C contributor(Function<Supplier<Part>, C> indicator, Function<Map<String, C>, C> composite) {
        Map<String, C> parts = new LinkedHashMap<>();
        parts.put("deployment", indicator.apply(this::whole));
        BiConsumer<String, Map<String, Subject>> put = (what, subjects) -> {
            Map<String, C> all = new LinkedHashMap<>();
            // Slashes are no part of a name, by which a path of the endpoint leads to it.
            subjects.forEach((name, subject) ->
                    all.put(name.replace('/', '_'), indicator.apply(() -> part(what, name, subject))));
            if (!all.isEmpty()) {
                parts.put(what, composite.apply(all));
            }
        };
        put.accept("connections", subjects(running.deployment().connections().keySet(), Subject::connection));
        put.accept("sinks", subjects(running.sinks().keySet(), Subject::sink));
        put.accept("streams", subjects(running.accounts().keySet(), Subject::stream));
        RunningCommands commands = running.commands();
        if (commands != null) {
            put.accept("commands", subjects(commands.sources().keySet(), Subject::commands));
        }
        return composite.apply(parts);
    }

    private static Map<String, Subject> subjects(Collection<String> names, Function<String, Subject> subject) {
        Map<String, Subject> subjects = new LinkedHashMap<>();
        names.forEach(name -> subjects.put(name, subject.apply(name)));
        return subjects;
    }

    private Part whole() {
        Look look = look();
        Map<String, Object> rest = new LinkedHashMap<>(look.tree());
        // Each part has an entry of its own; the reasons are said.
        rest.keySet().retainAll(List.of("ready", "clock", "alarms"));
        return health(look.report().condition(), look.report().reasons(), rest);
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

    private Part part(String what, String name, Subject subject) {
        Look look = look();
        HealthReport report = look.report();
        if (look.tree().get(what) instanceof Map<?, ?> parts && parts.get(name) instanceof Map<?, ?> part) {
            return health(report.condition(subject), report.reasonsOf(subject), part);
        }
        return new Part("UNKNOWN", Map.of("why", "not part of the deployment any more"));
    }

    private static Part health(Condition condition, List<Reason> reasons, Map<?, ?> details) {
        String status = switch (condition) {
            case UP -> "UP";
            case DEGRADED -> "OUT_OF_SERVICE";
            case DOWN -> "DOWN";
        };
        Map<String, Object> shown = new LinkedHashMap<>();
        if (!reasons.isEmpty()) {
            shown.put(
                    "why",
                    reasons.stream()
                            .map(reason -> reason.code().text() + ": " + reason.text())
                            .collect(Collectors.joining("; ")));
        }
        details.forEach((key, value) -> {
            if (!key.equals("status") && value != null) {
                shown.put(String.valueOf(key), value);
            }
        });
        return new Part(status, shown);
    }
}
