package io.taktstrom.s7.simulator;

/**
 * What a simulator has seen and done since it started.
 *
 * @param connections accepted, those refused included
 * @param openConnections now
 * @param refusedConnections because there were too many, or rack and slot were wrong
 * @param reads requests to read variables
 * @param writes requests to write variables
 * @param items variables in both
 * @param systemRequests identification, lists, passwords
 * @param droppedJobs requests that came while as many as were granted were on their way; not answered, as some CPUs do
 * @param mostJobs the most requests that one connection had on their way at once
 * @param protocolErrors frames that were no S7; each ended its connection
 */
public record Counters(
        long connections,
        int openConnections,
        long refusedConnections,
        long reads,
        long writes,
        long items,
        long systemRequests,
        long droppedJobs,
        int mostJobs,
        long protocolErrors) {}
