package io.taktstrom.runtime.health;

import java.util.List;

import io.taktstrom.stream.source.ConnectionState;

/**
 * How a connection does.
 *
 * @param state where it is in its life
 * @param since when it was connected, or lost, epoch nanoseconds; an attempt to connect does not change it
 * @param trouble why it is not connected, as far as it was tried; empty while it is
 * @param points how many are sampled
 * @param counts how they do
 * @param lastGoodAt when a value came last, epoch nanoseconds; {@link io.taktstrom.data.SampleBatch#NO_TIME} for never
 * @param attempts to connect, so far
 * @param reconnects sessions after the first one
 * @param samples that it has brought, each once however many sinks take it
 * @param isBrowsing whether the device is to be browsed for points, and has not answered to the end yet
 * @param browsing why points may be missing that the device was to be browsed for; empty when none are
 */
public record ConnectionReport(
        String name,
        ConnectionState state,
        long since,
        String trouble,
        int points,
        PointCounts counts,
        long lastGoodAt,
        long attempts,
        long reconnects,
        long samples,
        boolean isBrowsing,
        String browsing,
        List<ScanReport> scans) {

    public ConnectionReport {
        scans = List.copyOf(scans);
    }

    /** Why it is not connected, for people. */
    public String why() {
        return trouble.isEmpty() ? "it has not answered yet" : trouble;
    }

    public boolean isConnected() {
        return state == ConnectionState.CONNECTED;
    }
}
