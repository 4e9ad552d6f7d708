package io.taktstrom.s7.simulator;

import io.taktstrom.s7.protocol.s7.ReturnCode;
import io.taktstrom.simulation.Fault;
import io.taktstrom.simulation.Faults;

/**
 * What can go wrong at a CPU, to be armed with {@link Faults#add}: what can at any device, and this. The error of a refusal is
 * one of {@link io.taktstrom.s7.protocol.s7.S7ErrorCode}.
 */
public sealed interface S7Fault extends Fault {

    /** Variables that touch this data block fail with this code, the others of a request do not; see {@link ReturnCode}. */
    record RefuseBlock(int dbNumber, int code) implements S7Fault {
        @Override
        public Requests requests() {
            return Requests.none();
        }
    }

    /** Answers with the reference of no request. */
    record WrongReference(Requests requests) implements S7Fault {}

    /** Sends the answer twice. */
    record AnswerTwice(Requests requests) implements S7Fault {}
}
