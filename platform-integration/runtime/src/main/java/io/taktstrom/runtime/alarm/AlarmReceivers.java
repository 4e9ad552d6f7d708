package io.taktstrom.runtime.alarm;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.MeterRegistry;
import io.taktstrom.alarm.AlarmNotice;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.NotificationConfig.Receiver;
import io.taktstrom.runtime.health.DeliveryReport;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkObserver;
import io.taktstrom.spi.Providers;
import io.taktstrom.stream.meter.StreamMeters;
import org.jspecify.annotations.Nullable;

/** Who is told of alarms, by name. Exchanged by one thread at a time; thread-safe otherwise. */
final class AlarmReceivers implements AutoCloseable {

    private final EpochNanoClock clock;
    private final Providers providers;
    private final Consumer<String> notices;
    private final @Nullable MeterRegistry registry;
    private final Consumer<Map<String, Object>> journal;
    private final Runnable onChange;
    private final Map<String, ReceiverQueue> queues = new ConcurrentSkipListMap<>();
    private @Nullable StreamMeters meters;

    /**
     * @param journal gets a line for what becomes of notices
     * @param onChange called when what waits has changed
     */
    AlarmReceivers(
            EpochNanoClock clock,
            Providers providers,
            Consumer<String> notices,
            @Nullable MeterRegistry registry,
            Consumer<Map<String, Object>> journal,
            Runnable onChange) {
        this.clock = clock;
        this.providers = providers;
        this.notices = notices;
        this.registry = registry;
        this.journal = journal;
        this.onChange = onChange;
    }

    /** @param pending notices that a process before has left, by receiver */
    void use(Deployment deployment, Map<String, List<AlarmNotice>> pending) {
        Map<String, Receiver> wanted = deployment.notifications().receivers();
        for (String name : Set.copyOf(queues.keySet())) {
            ReceiverQueue queue = wanted.containsKey(name) ? null : queues.remove(name);
            if (queue != null) {
                queue.remove();
            }
        }
        wanted.forEach((name, receiver) -> {
            ReceiverQueue former = queues.get(name);
            if (former == null || !former.config().equals(receiver)) {
                ReceiverQueue queue = queue(deployment, name, receiver);
                if (former != null) {
                    queue.replace(former);
                }
                pending.getOrDefault(name, List.of()).forEach(queue::add);
                queues.put(name, queue);
                queue.begin();
            }
        });
        pending.forEach((name, left) -> {
            if (!wanted.containsKey(name) && !left.isEmpty()) {
                Map<String, Object> line = AlarmJournal.line(clock.epochNanos(), "dropped", "receiver", name);
                line.put("count", left.size());
                line.put("text", "the receiver was removed while no process ran");
                journal.accept(line);
            }
        });
        show();
    }

    private ReceiverQueue queue(Deployment deployment, String name, Receiver receiver) {
        SinkContext context = new SinkContext(name, deployment::resolve, clock, new SinkObserver() {
            @Override
            public void onNotice(String message) {
                notices.accept("receiver " + name + ": " + message);
            }
        });
        return new ReceiverQueue(
                receiver,
                String.valueOf(deployment.source().getFileName()),
                () -> providers
                        .alarmReceiver(receiver.part().type())
                        .open(receiver.part().values(), context),
                clock,
                journal,
                onChange);
    }

    private void show() {
        if (registry == null) {
            return;
        }
        if (meters != null) {
            meters.close();
        }
        StreamMeters shown = new StreamMeters(registry);
        queues.forEach((name, queue) -> {
            Map<String, ToDoubleFunction<ReceiverQueue>> dropped = new LinkedHashMap<>();
            for (ReceiverQueue.Loss why : ReceiverQueue.Loss.values()) {
                dropped.put(why.text(), of -> of.report().dropped().getOrDefault(why.text(), 0L));
            }
            shown.addReceiver(
                    name,
                    queue,
                    of -> of.report().raised(),
                    of -> of.report().delivered(),
                    of -> of.report().pending(),
                    dropped);
        });
        meters = shown;
    }

    /** Whether there is such a receiver. Does not block. */
    boolean send(String receiver, AlarmNotice notice) {
        ReceiverQueue queue = queues.get(receiver);
        if (queue == null) {
            return false;
        }
        queue.add(notice);
        return true;
    }

    /** How often it is told again of what is raised, because it forgets that; zero for never. */
    Duration refresh(String receiver) {
        ReceiverQueue queue = queues.get(receiver);
        return queue == null ? Duration.ZERO : queue.refresh();
    }

    Map<String, List<AlarmNotice>> pending() {
        Map<String, List<AlarmNotice>> pending = new LinkedHashMap<>();
        queues.forEach((name, queue) -> pending.put(name, queue.pending()));
        return pending;
    }

    void tellDropped() {
        queues.values().forEach(ReceiverQueue::tellDropped);
    }

    Map<String, DeliveryReport.Receiver> reports() {
        Map<String, DeliveryReport.Receiver> reports = new LinkedHashMap<>();
        queues.forEach((name, queue) -> reports.put(name, queue.report()));
        return reports;
    }

    /** Ends all; what waits is not dropped. */
    @Override
    public void close() {
        queues.values().forEach(ReceiverQueue::close);
        if (meters != null) {
            meters.close();
        }
    }
}
