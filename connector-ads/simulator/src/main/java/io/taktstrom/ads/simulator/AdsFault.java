package io.taktstrom.ads.simulator;

import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.simulation.Fault;
import io.taktstrom.simulation.Faults;

/**
 * What can go wrong at a PLC, to be armed with {@link Faults#add}: what can at any device, and this. The error of a refusal is
 * an ADS error, see {@link AdsErrorCode}.
 */
public sealed interface AdsFault extends Fault {

    /** Reads, writes and notifications that touch this symbol fail with this ADS error, in sum commands too. */
    record RefuseSymbol(String symbol, int error) implements AdsFault {
        @Override
        public Requests requests() {
            return Requests.none();
        }
    }

    /** Answers when the next task cycle begins, as TwinCAT does: all requests that have come by then. */
    record AnswerAtNextCycle(Requests requests) implements AdsFault {}

    /** A PLC that knows no sum commands. */
    static Fault noSumCommands() {
        return new Fault.Refuse(
                Requests.groups(IndexGroup.SUM_READ, IndexGroup.SUM_DELETE_NOTIFICATION),
                AdsErrorCode.SERVICE_NOT_SUPPORTED);
    }

    /** A PLC without symbol and data type tables. */
    static Fault noUploads() {
        return new Fault.Refuse(
                Requests.groups(IndexGroup.SYMBOL_UPLOAD, IndexGroup.UPLOAD_SIZES), AdsErrorCode.SERVICE_NOT_SUPPORTED);
    }
}
