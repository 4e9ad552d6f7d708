package io.taktstrom.ads.simulator;

import java.time.Duration;
import java.util.HexFormat;

import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.IndexGroup;

/** What can go wrong at a PLC, to be armed with {@link Faults#add}. */
public sealed interface Fault {

    /** Answers with this ADS error instead of doing anything, see {@link AdsErrorCode}. */
    record Refuse(Requests requests, int error) implements Fault {}

    /** Reads, writes and notifications that touch this symbol fail with this ADS error, in sum commands too. */
    record RefuseSymbol(String symbol, int error) implements Fault {}

    /** Does what is asked, but does not answer. */
    record Ignore(Requests requests) implements Fault {}

    /** Answers so much later; what the client sent behind the request waits too. */
    record Delay(Requests requests, Duration time) implements Fault {
        public Delay {
            if (time.isNegative() || time.compareTo(Duration.ofHours(1)) > 0) {
                throw new IllegalArgumentException("delay " + time + " is not in 0..1h");
            }
        }
    }

    /** Answers when the next task cycle begins, as TwinCAT does: all requests that have come by then. */
    record AnswerAtNextCycle(Requests requests) implements Fault {}

    /** Closes the connection instead of answering. */
    record Hangup(Requests requests) implements Fault {}

    /** Sends half of the answer, then closes the connection. */
    record HalfAnswer(Requests requests) implements Fault {}

    /** Sends other bytes instead of the answer, given as hexadecimal digits. */
    record Garbage(Requests requests, String hex) implements Fault {
        public Garbage {
            HexFormat.of().parseHex(hex);
        }
    }

    /** A PLC that knows no sum commands. */
    static Fault noSumCommands() {
        return new Refuse(
                Requests.groups(IndexGroup.SUM_READ, IndexGroup.SUM_DELETE_NOTIFICATION),
                AdsErrorCode.SERVICE_NOT_SUPPORTED);
    }

    /** A PLC without symbol and data type tables. */
    static Fault noUploads() {
        return new Refuse(
                Requests.groups(IndexGroup.SYMBOL_UPLOAD, IndexGroup.UPLOAD_SIZES), AdsErrorCode.SERVICE_NOT_SUPPORTED);
    }
}
