package io.taktstrom.runtime.alarm;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

import io.taktstrom.alarm.AlarmMessage;
import io.taktstrom.alarm.AlarmNotice;
import io.taktstrom.alarm.AlarmReceiver;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.AlarmConfig;
import io.taktstrom.deployment.NotificationConfig.Receiver;
import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.ScheduledTask;
import io.taktstrom.runtime.health.DeliveryReport;
import io.taktstrom.stream.Notices;
import org.jspecify.annotations.Nullable;

/**
 * The notices for one receiver. A task of its own sends them, and waits for nothing but its own receiver. Thread-safe.
 *
 * <pre>
 *   add -&gt; pending --groupWithin, at most maxPerMinute--&gt; one message --&gt; delivered
 *             |                                        |      '--fails--&gt; pending, tried again: 5 s, doubling to 5 min
 *             '--full--&gt; dropped                       '--beyond what a message names--&gt; counted in it, dropped as summarized
 * </pre>
 */
final class ReceiverQueue implements AutoCloseable {

    /** Notices that wait at most. */
    static final int MAX_PENDING = 10_000;

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final long FIRST_PAUSE = Duration.ofSeconds(5).toNanos();
    private static final long MAX_PAUSE = Duration.ofMinutes(5).toNanos();
    /** Longer than the time limits of receivers mostly are. */
    private static final long HANGS = Duration.ofSeconds(45).toNanos();

    /** Why a notice is not delivered. */
    enum Loss {
        /** Counted in a message that names others. */
        SUMMARIZED,
        QUEUE_FULL,
        /** The receiver will never take it. */
        REFUSED,
        /** The receiver is not in the file any more. */
        REMOVED;

        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Opens the receiver. */
    @FunctionalInterface
    interface Opening {
        AlarmReceiver open() throws IOException;
    }

    private final String name;
    private final Receiver config;
    private final String source;
    private final Opening opening;
    private final EpochNanoClock clock;
    private final Consumer<Map<String, Object>> journal;
    private final Runnable onChange;
    private final ScheduledTask task;
    private volatile boolean closed;
    private volatile @Nullable AlarmReceiver receiver;

    // Guarded by this.
    private final Deque<AlarmNotice> pending = new ArrayDeque<>();
    private final Map<Loss, Long> dropped = new EnumMap<>(Loss.class);
    private long raised;
    private long delivered;
    /** Dropped, and not in the journal yet. */
    private long untold;
    /** Dropped, and in no message yet. */
    private long unsaid;
    /** When the first of those that wait came. */
    private long groupSince;
    /** When the message began that is being sent; null while none is. */
    private @Nullable Long sendingSince;

    private String trouble = "";
    private boolean isRemoved;

    // Of the task.
    private final Deque<Long> sentAt = new ArrayDeque<>();
    private long pause;
    private long retryAt;

    /**
     * @param source which deployment it is of
     * @param journal gets a line for what becomes of notices
     * @param onChange called when what waits has changed
     */
    ReceiverQueue(
            Receiver config,
            String source,
            Opening opening,
            EpochNanoClock clock,
            Consumer<Map<String, Object>> journal,
            Runnable onChange) {
        name = config.part().name();
        this.config = config;
        this.source = source;
        this.opening = opening;
        this.clock = clock;
        this.journal = journal;
        this.onChange = onChange;
        retryAt = clock.nanoTime();
        task = ScheduledTask.pooled("takt-alarm-" + name, this::doWork, this::end, e -> fail(Notices.inWords(e)));
    }

    void begin() {
        task.begin();
    }

    Receiver config() {
        return config;
    }

    /** A notice is to be sent. Does not block. */
    void add(AlarmNotice notice) {
        synchronized (this) {
            raised++;
            if (pending.size() >= MAX_PENDING) {
                drop(Loss.QUEUE_FULL, 1);
                return;
            }
            if (pending.isEmpty()) {
                groupSince = clock.nanoTime();
            }
            pending.addLast(notice);
        }
        task.wake();
    }

    private synchronized void drop(Loss why, long count) {
        dropped.merge(why, count, Long::sum);
        if (why != Loss.SUMMARIZED) {
            untold += count;
            unsaid += why == Loss.QUEUE_FULL ? count : 0;
        }
    }

    /** What the receiver forgets otherwise is sent so often; zero for never. */
    Duration refresh() {
        AlarmReceiver open = receiver;
        return open == null ? Duration.ZERO : open.refresh();
    }

    synchronized List<AlarmNotice> pending() {
        return List.copyOf(pending);
    }

    /** Sends what is due. */
    long doWork() {
        long wait = untilDue();
        if (wait > 0) {
            return wait;
        }
        try {
            AlarmReceiver open = receiver;
            if (open == null) {
                open = opening.open();
                receiver = open;
            }
            send(open);
        } catch (IOException e) {
            fail(String.valueOf(e.getMessage()));
        } catch (RuntimeException | Error e) {
            // Foreign code.
            Fatal.rethrow(e);
            fail(Notices.inWords(e));
        }
        return 1;
    }

    private synchronized long untilDue() {
        if (pending.isEmpty() || closed) {
            return ScheduledTask.UNTIL_WOKEN;
        }
        long now = clock.nanoTime();
        while (!sentAt.isEmpty() && now - sentAt.getFirst() >= MINUTE) {
            sentAt.removeFirst();
        }
        long wait = Math.max(groupSince + config.groupWithin().toNanos() - now, retryAt - now);
        return sentAt.size() < config.maxPerMinute() ? wait : Math.max(wait, sentAt.getFirst() + MINUTE - now);
    }

    private void send(AlarmReceiver to) throws IOException {
        List<AlarmNotice> taken;
        long counted;
        synchronized (this) {
            taken = new ArrayList<>(pending);
            counted = unsaid;
            sendingSince = clock.nanoTime();
        }
        int most = to.maxNotices();
        if (taken.size() > most && to.summarizes()) {
            taken.sort(Comparator.comparing(
                    notice -> !notice.isActive() || !notice.severity().equals(AlarmConfig.Severity.CRITICAL.text())));
        } else if (taken.size() > most) {
            taken = taken.subList(0, most);
        }
        List<AlarmNotice> named = taken.subList(0, Math.min(taken.size(), most));
        int more = taken.size() - named.size();
        sentAt.addLast(clock.nanoTime());
        String refusal;
        try {
            refusal = to.send(new AlarmMessage(source, named, more + counted));
        } finally {
            synchronized (this) {
                sendingSince = null;
            }
        }
        settle(named, more, counted, refusal);
    }

    private void settle(List<AlarmNotice> named, int more, long counted, String refusal) {
        boolean isTaken = refusal.isEmpty();
        synchronized (this) {
            if (isRemoved) {
                // They count as removed, or another queue has them.
                return;
            }
            // What came meanwhile is behind these.
            for (int i = 0; i < named.size() + more; i++) {
                pending.removeFirst();
            }
            groupSince = clock.nanoTime();
            delivered += isTaken ? named.size() : 0;
            unsaid -= isTaken ? counted : 0;
            trouble = isTaken ? "" : "refused a message: " + refusal;
            pause = 0;
            drop(Loss.SUMMARIZED, isTaken ? more : 0);
            drop(Loss.REFUSED, isTaken ? 0 : named.size() + more);
        }
        Map<String, Object> line =
                AlarmJournal.line(clock.epochNanos(), isTaken ? "delivered" : "deliveryFailed", "receiver", name);
        line.put("count", named.size());
        if (more > 0) {
            line.put("summarized", more);
        }
        line.put(
                "alarms",
                named.stream().map(AlarmNotice::alarm).distinct().limit(20).toList());
        if (!isTaken) {
            line.put("text", refusal);
        }
        journal.accept(line);
        onChange.run();
    }

    private void fail(String why) {
        boolean isNew;
        synchronized (this) {
            isNew = !why.equals(trouble);
            trouble = why;
            pause = pause == 0 ? FIRST_PAUSE : Math.min(2 * pause, MAX_PAUSE);
            retryAt = clock.nanoTime() + pause;
        }
        if (isNew && !closed) {
            Map<String, Object> line = AlarmJournal.line(clock.epochNanos(), "deliveryFailed", "receiver", name);
            line.put("text", why);
            journal.accept(line);
        }
    }

    /** Notes in the journal what was dropped since it was called last. */
    void tellDropped() {
        long count;
        synchronized (this) {
            count = untold;
            untold = 0;
        }
        if (count > 0) {
            Map<String, Object> line = AlarmJournal.line(clock.epochNanos(), "dropped", "receiver", name);
            line.put("count", count);
            line.put("text", "so far: " + report().dropped());
            journal.accept(line);
        }
    }

    synchronized DeliveryReport.Receiver report() {
        Map<String, Long> losses = new LinkedHashMap<>();
        for (Loss why : Loss.values()) {
            losses.put(why.text(), dropped.getOrDefault(why, 0L));
        }
        Long since = sendingSince;
        boolean hangs = since != null && clock.nanoTime() - since > HANGS;
        return new DeliveryReport.Receiver(
                hangs ? "no answer for more than " + HANGS / 1_000_000_000 + " s" : trouble,
                raised,
                delivered,
                pending.size(),
                losses);
    }

    /** The receiver is not in the file any more: what waits is dropped. */
    void remove() {
        synchronized (this) {
            isRemoved = true;
            int left = pending.size();
            pending.clear();
            drop(Loss.REMOVED, left);
        }
        close();
        tellDropped();
    }

    /** Continues another queue of this receiver, which had other options. Before it begins. */
    void replace(ReceiverQueue former) {
        synchronized (former) {
            former.isRemoved = true;
            pending.addAll(former.pending);
            former.pending.clear();
            dropped.putAll(former.dropped);
            raised = former.raised;
            delivered = former.delivered;
            untold = former.untold;
            unsaid = former.unsaid;
        }
        groupSince = clock.nanoTime();
        former.close();
    }

    private void end() {
        AlarmReceiver open = receiver;
        if (open != null) {
            open.close();
        }
    }

    /** Breaks off what is being sent. Does not wait. Idempotent. */
    @Override
    public void close() {
        closed = true;
        end();
        task.end();
    }
}
