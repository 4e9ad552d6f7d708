package io.taktstrom.simulation;

import java.time.Duration;
import java.util.HexFormat;

/** What can go wrong at a simulated device, to be armed with {@link Faults#add}. Each protocol adds what only it has. */
public interface Fault {

    /** Which requests it is about. */
    FaultScope requests();

    /** Answers with this error of the protocol instead of doing anything. */
    record Refuse(FaultScope requests, int error) implements Fault {}

    /** Does what is asked, but does not answer. */
    record Ignore(FaultScope requests) implements Fault {}

    /** Answers so much later; what the client sent behind the request waits too. */
    record Delay(FaultScope requests, Duration time) implements Fault {
        public Delay {
            if (time.isNegative() || time.compareTo(Duration.ofHours(1)) > 0) {
                throw new IllegalArgumentException("delay " + time + " is not in 0..1h");
            }
        }
    }

    /** Closes the connection instead of answering. */
    record Hangup(FaultScope requests) implements Fault {}

    /** Sends half of the answer, then closes the connection. */
    record HalfAnswer(FaultScope requests) implements Fault {}

    /** Sends other bytes instead of the answer, given as hexadecimal digits. */
    record Garbage(FaultScope requests, String hex) implements Fault {
        public Garbage {
            HexFormat.of().parseHex(hex);
        }
    }
}
