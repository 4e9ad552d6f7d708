package io.taktstrom.s7.simulator;

import java.time.Duration;
import java.util.HexFormat;

import io.taktstrom.s7.protocol.s7.ReturnCode;
import io.taktstrom.s7.protocol.s7.S7ErrorCode;

/** What can go wrong at a CPU, to be armed with {@link Faults#add}. */
public sealed interface Fault {

    /** Which requests it is about. */
    Requests requests();

    /** Answers with this error of the header instead of doing anything, see {@link S7ErrorCode}. */
    record Refuse(Requests requests, int error) implements Fault {}

    /** Variables that touch this data block fail with this code, the others of a request do not; see {@link ReturnCode}. */
    record RefuseBlock(int dbNumber, int code) implements Fault {
        @Override
        public Requests requests() {
            return Requests.none();
        }
    }

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

    /** Closes the connection instead of answering. */
    record Hangup(Requests requests) implements Fault {}

    /** Sends half of the answer, then closes the connection. */
    record HalfAnswer(Requests requests) implements Fault {}

    /** Answers with the reference of no request. */
    record WrongReference(Requests requests) implements Fault {}

    /** Sends the answer twice. */
    record AnswerTwice(Requests requests) implements Fault {}

    /** Sends other bytes instead of the answer, given as hexadecimal digits. */
    record Garbage(Requests requests, String hex) implements Fault {
        public Garbage {
            HexFormat.of().parseHex(hex);
        }
    }
}
