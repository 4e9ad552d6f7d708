package io.taktstrom.deployment;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How commands from outside come in. Without it nothing is ever written.
 *
 * @param audit the file that has a line for each of them
 * @param maxAge how far ahead the expiry of a command may be
 * @param maxWaiting most commands that wait, before the gate and for each device
 * @param maxIds most identifiers that are remembered until their commands have expired
 * @param from where they come from, by name, beside the page; may be empty
 */
public record CommandsConfig(
        AuditConfig audit, Duration maxAge, int maxWaiting, int maxIds, Map<String, PartConfig> from) {

    public CommandsConfig {
        from = Collections.unmodifiableMap(new LinkedHashMap<>(from));
    }

    /** The same with other sources. */
    public CommandsConfig withFrom(Map<String, PartConfig> newFrom) {
        return new CommandsConfig(audit, maxAge, maxWaiting, maxIds, newFrom);
    }
}
