package io.taktstrom.s7.simulator;

import io.taktstrom.s7.protocol.s7.ReturnCode;
import io.taktstrom.simulation.DeviceFault;
import io.taktstrom.simulation.DeviceFaults;
import io.taktstrom.simulation.FaultScope;

/**
 * Faults of a CPU for {@link DeviceFaults#add}, beside those of any device. The error of a refusal is one of {@link
 * io.taktstrom.s7.protocol.s7.S7ErrorCode}; the command of a {@link FaultScope} is a function of {@link
 * io.taktstrom.s7.protocol.s7.S7Function}, or {@link #USER_DATA}.
 */
public sealed interface S7Fault extends DeviceFault {

    /** Command of requests to the system: identification, lists, passwords. */
    int USER_DATA = 0x100;

    /** Variables that touch this data block fail with this code, the others of a request do not; see {@link ReturnCode}. */
    record RefuseBlock(int dbNumber, int code) implements S7Fault {}

    /** Answers with the reference of no request. */
    record WrongReference(FaultScope requests) implements S7Fault {}

    /** Sends the answer twice. */
    record AnswerTwice(FaultScope requests) implements S7Fault {}
}
