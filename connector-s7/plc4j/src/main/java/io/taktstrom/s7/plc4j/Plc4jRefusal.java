package io.taktstrom.s7.plc4j;

import java.time.Duration;

import io.taktstrom.s7.engine.Carrier;
import io.taktstrom.s7.engine.CpuLinkSettings;
import io.taktstrom.s7.engine.S7Backend;
import io.taktstrom.s7.engine.S7Heartbeat;
import io.taktstrom.s7.protocol.s7.S7ErrorCode;
import io.taktstrom.spi.ConnectorException;

/**
 * Why a CPU refuses everything. A refusal that leaves the reference out, as that of PUT/GET does, never reaches plc4j's future,
 * and of others plc4j keeps the code to itself. So our engine asks once more, for one byte, over a connection of its own.
 */
final class Plc4jRefusal {

    private Plc4jRefusal() {}

    /** The error, see {@link S7ErrorCode}; none when the CPU answers, or gives no connection. Blocks for so long at most. */
    static int of(CpuLinkSettings settings, Duration limit) {
        try (Carrier engine = S7Backend.open("java", settings, limit, limit)) {
            S7Heartbeat question = new S7Heartbeat();
            engine.run(question);
            return question.error();
        } catch (ConnectorException e) {
            // Then what plc4j said is all there is to say.
            return S7ErrorCode.NONE;
        }
    }
}
