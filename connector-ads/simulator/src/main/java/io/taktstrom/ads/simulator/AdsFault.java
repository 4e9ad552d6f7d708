package io.taktstrom.ads.simulator;

import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.simulation.DeviceFault;
import io.taktstrom.simulation.DeviceFaults;
import io.taktstrom.simulation.FaultScope;

/**
 * Faults of a PLC for {@link DeviceFaults#add}, beside those of any device. The error of a refusal is an ADS error, see {@link
 * AdsErrorCode}; the command of a {@link FaultScope} is an {@code AdsCommand}.
 */
public sealed interface AdsFault extends DeviceFault {

    /** Reads, writes and notifications that touch this symbol fail with this ADS error, in sum commands too. */
    record RefuseSymbol(String symbol, int error) implements AdsFault {}

    /** Answers when the next task cycle begins, as TwinCAT does: all requests that have come by then. */
    record AnswerAtNextCycle(FaultScope requests) implements AdsFault {}

    /** A PLC that knows no sum commands. */
    static DeviceFault noSumCommands() {
        return new DeviceFault.Refuse(
                FaultScope.groups(IndexGroup.SUM_READ, IndexGroup.SUM_DELETE_NOTIFICATION),
                AdsErrorCode.SERVICE_NOT_SUPPORTED);
    }

    /** A PLC without symbol and data type tables. */
    static DeviceFault noUploads() {
        return new DeviceFault.Refuse(
                FaultScope.groups(IndexGroup.SYMBOL_UPLOAD, IndexGroup.UPLOAD_SIZES),
                AdsErrorCode.SERVICE_NOT_SUPPORTED);
    }
}
