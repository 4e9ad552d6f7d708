package io.taktstrom.simulation;

import java.time.Duration;
import java.util.HexFormat;

/** What can go wrong at a simulated device, to be armed with {@link DeviceFaults#add}. Each protocol adds what only it has. */
public interface DeviceFault {

    /** Which requests it affects; none, if it affects something other than whole requests. */
    default FaultScope requests() {
        return FaultScope.none();
    }

    /** Answers with this error of the protocol instead of doing anything. */
    record Refuse(FaultScope requests, int error) implements DeviceFault {}

    /** Does what is asked, but does not answer. */
    record Ignore(FaultScope requests) implements DeviceFault {}

    /** Answers so much later; what the client sent behind the request waits too. */
    record Delay(FaultScope requests, Duration time) implements DeviceFault {
        public Delay {
            if (time.isNegative() || time.compareTo(Duration.ofHours(1)) > 0) {
                throw new IllegalArgumentException("delay " + time + " is not in 0..1h");
            }
        }
    }

    /** Closes the connection instead of answering. */
    record Hangup(FaultScope requests) implements DeviceFault {}

    /** Sends half of the answer, then closes the connection. */
    record HalfAnswer(FaultScope requests) implements DeviceFault {}

    /** Sends other bytes instead of the answer, given as hexadecimal digits. */
    record Garbage(FaultScope requests, String hex) implements DeviceFault {
        public Garbage {
            HexFormat.of().parseHex(hex);
        }
    }
}
