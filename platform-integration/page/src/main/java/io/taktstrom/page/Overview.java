package io.taktstrom.page;

import java.util.List;
import java.util.Map;

import io.taktstrom.runtime.health.Condition;

/**
 * What a page shows of the deployment as a whole, in the form in which it is sent.
 *
 * @param now epoch milliseconds
 * @param since when the page began to look, epoch milliseconds
 * @param condition of the whole, as health says it
 * @param reasons what is not as it should be, the worst first
 * @param moreReasons that there is no room for
 * @param rate samples that come, each second
 * @param lastGood when a value came last, of whatever point, epoch milliseconds; 0 for never
 * @param oldest when the oldest sample was received that still waits for a sink, epoch milliseconds; 0 when none waits
 * @param lost samples that were dropped since the start unintentionally
 * @param points how many are sampled, by how good they are
 * @param mayWrite whether writing is possible at all, with the token
 */
record Overview(
        long now,
        long since,
        String title,
        Condition condition,
        List<Reason> reasons,
        int moreReasons,
        double rate,
        long lastGood,
        long oldest,
        long lost,
        Map<String, Integer> points,
        Alarms alarms,
        Flow flow,
        List<Account> accounting,
        List<Timing> timings,
        boolean mayWrite) {

    /**
     * Something that is not as it should be: what health says, an alarm that is raised, points that are Bad.
     *
     * @param since when it was seen first, epoch milliseconds; 0 when unknown
     */
    record Reason(Condition severity, long since, String text) {}

    /**
     * The rules of alarms.
     *
     * @param rules how many there are
     * @param active that are raised
     * @param open those that someone has to look at, the most important first
     * @param more that there is no room for
     * @param mayHandle whether they can be acknowledged here, by those who may
     */
    record Alarms(int rules, long active, List<Alarm> open, int more, boolean mayHandle) {}

    /**
     * One that is raised, not acknowledged or shelved.
     *
     * @param since when it was raised or cleared, epoch milliseconds
     * @param by who acknowledged it, empty if no one did
     * @param shelvedUntil epoch milliseconds; 0 when it is not shelved
     */
    record Alarm(
            String name,
            Condition severity,
            boolean active,
            long since,
            String text,
            boolean acknowledged,
            String by,
            String comment,
            long shelvedUntil,
            String shelvedBy) {}

    /**
     * The way of the samples.
     *
     * @param hidden how many of each column there is no room for, by {@link Node#column}
     */
    record Flow(List<Node> nodes, List<Edge> edges, Map<String, Integer> hidden) {}

    /**
     * A device, a scan class, a stream or a sink.
     *
     * @param column {@code device}, {@code scan}, {@code stream} or {@code sink}
     * @param text what it is, in few words
     * @param detail how it does, and where it is
     */
    record Node(String id, String column, String name, Condition condition, String text, String detail) {}

    /**
     * From one to the next.
     *
     * @param rate samples a second
     * @param backlog samples that wait; -1 where none can
     * @param condition the worst of what is on this way
     */
    record Edge(String from, String to, double rate, long backlog, Condition condition) {}

    /** What became of every sample of one way. */
    record Account(
            String name, long received, long published, long buffered, Map<String, Long> dropped, boolean balanced) {}

    /**
     * Durations since the start.
     *
     * @param what {@code latency}, {@code jitter}, {@code lateness} or {@code gap}
     * @param buckets how many were at most as long as each of {@link TimingRows#BOUNDS}, and longer than the one before
     */
    record Timing(
            String where,
            String what,
            long count,
            double p50,
            double p99,
            double max,
            double p99Now,
            List<Long> buckets) {}
}
