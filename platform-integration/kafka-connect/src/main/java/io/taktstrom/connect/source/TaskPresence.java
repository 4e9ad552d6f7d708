package io.taktstrom.connect.source;

import java.lang.management.ManagementFactory;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * Whether a worker still has a task: as long as it has, there are Connect's metrics of it ({@code connector-task-metrics}, also of
 * a task that is paused). A worker that shows no metrics says nothing. Thread-safe.
 */
final class TaskPresence {

    private final String connector;
    private final ObjectName tasks;
    private final boolean wasThere;

    /** @param task its number */
    TaskPresence(String connector, String task) {
        this.connector = connector;
        try {
            tasks = new ObjectName("kafka.connect:type=connector-task-metrics,task=" + task + ",*");
        } catch (MalformedObjectNameException e) {
            throw new IllegalArgumentException("'" + task + "' is not a task number", e);
        }
        wasThere = isThere();
    }

    /** Whether the worker had the task when this was made, and has it no more. */
    boolean isGone() {
        return wasThere && !isThere();
    }

    private boolean isThere() {
        return ManagementFactory.getPlatformMBeanServer().queryNames(tasks, null).stream()
                .map(name -> name.getKeyProperty("connector"))
                .anyMatch(name ->
                        connector.equals(name) || ObjectName.quote(connector).equals(name));
    }
}
