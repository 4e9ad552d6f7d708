package io.taktstrom.s7.simulator.model;

/**
 * What a CPU grants.
 *
 * @param pduBytes largest PDU, 112 to 4096; real ones have 240, 480 or 960
 * @param jobs requests on their way at once, on one connection
 * @param items variables in one request
 * @param connections at once; more are refused
 */
public record CpuLimits(int pduBytes, int jobs, int items, int connections) {

    public static final CpuLimits DEFAULT = new CpuLimits(480, 3, 20, 32);

    public CpuLimits {
        if (pduBytes < 112 || pduBytes > 4096) {
            throw new IllegalArgumentException("pdu " + pduBytes + " is not in 112..4096");
        }
        if (jobs < 1 || jobs > 255 || items < 1 || items > 255 || connections < 1 || connections > 1024) {
            throw new IllegalArgumentException("jobs and items are in 1..255, connections in 1..1024; not " + jobs
                    + ", " + items + ", " + connections);
        }
    }
}
