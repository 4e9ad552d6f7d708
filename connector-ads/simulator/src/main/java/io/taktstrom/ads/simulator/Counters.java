package io.taktstrom.ads.simulator;

import java.util.Map;

import io.taktstrom.ads.protocol.AdsCommand;

/**
 * What a simulator has seen and done since it started.
 *
 * @param connections accepted
 * @param openConnections now
 * @param requests by command, see {@link AdsCommand#name}; those in sum commands are not counted one by one
 * @param notifications registered now
 * @param notificationFrames sent, or handed to the network to be sent
 * @param samples in those frames
 * @param samplesDropped because a client did not read fast enough
 * @param protocolErrors frames that were no AMS; each ended its connection
 * @param overruns how often the task could not keep up and put its schedule off; no cycle is ever skipped
 */
public record Counters(
        long connections,
        int openConnections,
        Map<String, Long> requests,
        int notifications,
        long notificationFrames,
        long samples,
        long samplesDropped,
        long protocolErrors,
        long overruns) {

    public Counters {
        requests = Map.copyOf(requests);
    }

    /** Requests of one command. */
    public long requests(int command) {
        return requests.getOrDefault(AdsCommand.name(command), 0L);
    }
}
