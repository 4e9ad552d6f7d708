package io.taktstrom.sinks.opcua;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.milo.opcua.sdk.server.items.BaseMonitoredItem;
import org.eclipse.milo.opcua.sdk.server.items.DataItem;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UInteger;
import org.eclipse.milo.opcua.stack.core.types.enumerated.MonitoringMode;

/**
 * How many values the queues of monitored items may hold together. Each item may hold one in any case; what one wants beyond that is
 * granted as long as there is some. Thread-safe.
 */
final class QueueBudget {

    /** An item that was granted some and then not made is found out about so often. */
    private static final long COUNT_AGAIN_NANOS = 1_000_000_000;

    private final ClientLimits limits;
    private final Set<DataItem> items = ConcurrentHashMap.newKeySet();
    private long granted;
    private long countedAt = System.nanoTime();

    QueueBudget(ClientLimits limits) {
        this.limits = limits;
    }

    /** What an item gets that asks for so many. */
    synchronized UInteger grant(UInteger wanted) {
        long more = Math.min(wanted.longValue(), limits.queueSize()) - 1;
        if (granted + more > limits.queuedValues() && System.nanoTime() - countedAt > COUNT_AGAIN_NANOS) {
            granted = items.stream().mapToLong(QueueBudget::beyondOne).sum();
            countedAt = System.nanoTime();
        }
        more = Math.max(0, Math.min(more, limits.queuedValues() - granted));
        granted += more;
        return UInteger.valueOf(1 + more);
    }

    private static long beyondOne(DataItem item) {
        return item instanceof BaseMonitoredItem<?> made ? Math.max(0, made.getQueueSize() - 1) : 0;
    }

    void add(List<DataItem> created) {
        items.addAll(created);
    }

    void remove(List<DataItem> deleted) {
        for (DataItem item : deleted) {
            if (items.remove(item)) {
                synchronized (this) {
                    granted = Math.max(0, granted - beyondOne(item));
                }
            }
        }
    }

    /** Whether a client has not been sent all that it is to get. */
    boolean isAnyUnsent() {
        return items.stream()
                .anyMatch(item -> item instanceof BaseMonitoredItem<?> made
                        && made.getMonitoringMode() == MonitoringMode.Reporting
                        && made.hasNotifications());
    }
}
