package io.taktstrom.ads.plan;

/**
 * Limits of one request, and of those that are on their way at once.
 *
 * @param sumCommands most points in one; 1 where the device knows no sum commands
 */
public record RequestLimits(int sumCommands, int frameBytes, int inFlight) {

    public boolean hasSums() {
        return sumCommands > 1;
    }

    public RequestLimits withoutSums() {
        return new RequestLimits(1, frameBytes, inFlight);
    }
}
