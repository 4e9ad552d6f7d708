package io.taktstrom.s7.plan;

import io.taktstrom.descriptor.Counted;

/**
 * What a plan comes to.
 *
 * @param points that are read
 * @param wantedBytes of the points
 * @param blocks of memory, after near points were put together
 * @param items in requests, after large blocks were cut
 * @param requests for one read of all points
 * @param sentBytes of all request PDUs
 * @param receivedBytes of all answer PDUs, if there is no error
 * @param limits that were kept
 */
public record PlanSummary(
        int points,
        long wantedBytes,
        int blocks,
        int items,
        int requests,
        long sentBytes,
        long receivedBytes,
        PduLimits limits) {

    /** One line, for example {@code 40 points (160 bytes) in 3 blocks, 3 items, 1 request; 48 bytes out, 250 bytes in}. */
    @Override
    public String toString() {
        return Counted.of(points, "point") + " (" + Counted.of(wantedBytes, "byte") + ") in "
                + Counted.of(blocks, "block") + ", "
                + Counted.of(items, "item") + ", " + Counted.of(requests, "request") + "; "
                + Counted.of(sentBytes, "byte") + " out, "
                + Counted.of(receivedBytes, "byte") + " in";
    }

    /** What makes it that many requests. */
    public String why() {
        if (requests <= 1) {
            return "all fits into one";
        }
        double byItems = (double) items / limits.mostReadItems();
        double byBytes = (double) receivedBytes / limits.answerBytes();
        return byItems > byBytes
                ? "at most " + limits.mostReadItems() + " items fit into one"
                : "at most " + limits.readRoom() + " bytes with their headers fit into one answer";
    }
}
