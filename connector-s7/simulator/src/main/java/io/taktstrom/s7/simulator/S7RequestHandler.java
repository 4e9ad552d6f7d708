package io.taktstrom.s7.simulator;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;

import io.taktstrom.s7.protocol.s7.S7ErrorCode;
import io.taktstrom.s7.protocol.s7.S7Function;
import io.taktstrom.s7.protocol.s7.S7Header;
import io.taktstrom.s7.protocol.s7.SetupCommunication;
import io.taktstrom.s7.simulator.model.CpuAccess;
import io.taktstrom.s7.simulator.model.CpuLimits;

/** Answers one connection's requests. A request starts at 0 of its buffer, as does its answer. One thread. */
final class S7RequestHandler {

    /** Starts a program ("PI service"). */
    private static final int START = 0x28;

    private static final int STOP = 0x29;

    /** The name of the service behind its length, at the end of the parameters: of the program as a whole. */
    private static final String PROGRAM = "P_PROGRAM";

    /** Compress the memory, copy it to the card: nothing that a client sees. */
    private static final Set<String> WITHOUT_EFFECT = Set.of("_GARB", "_MODU");

    private static final int SETUP_PARAMETER_BYTES = 8;

    private final Cpu cpu;
    private final VarRequests variables;
    private final SystemRequests system;
    private int jobs = 1;
    private int pduBytes;

    S7RequestHandler(Cpu cpu) {
        this.cpu = cpu;
        variables = new VarRequests(cpu);
        system = new SystemRequests(cpu);
    }

    /** Requests that may be in flight at once. */
    int jobs() {
        return jobs;
    }

    /** For faults: the function of a request. */
    static int function(ByteBuffer in) {
        return S7Header.rosctr(in, 0) == S7Header.USER_DATA ? S7Fault.USER_DATA : S7Function.of(in, 0);
    }

    /** Answers a checked PDU; returns the size of the answer, or 0 for none. */
    int answer(ByteBuffer in, int bytes, ByteBuffer out) {
        int kind = S7Header.rosctr(in, 0);
        int function = S7Function.of(in, 0);
        if (kind == S7Header.JOB && function == S7Function.SETUP_COMMUNICATION) {
            return setup(in, out);
        }
        if (pduBytes == 0 || bytes > pduBytes) {
            return VarRequests.refuse(in, out, S7ErrorCode.WRONG_PDU_SIZE);
        }
        synchronized (cpu) {
            if (kind == S7Header.USER_DATA) {
                cpu.counters.increment(S7Counter.SYSTEM_REQUESTS);
                return system.answer(in, out, pduBytes);
            }
            return kind == S7Header.JOB ? job(in, function, out) : 0;
        }
    }

    private int job(ByteBuffer in, int function, ByteBuffer out) {
        CpuAccess access = cpu.access;
        CpuAccess.Protection protection = system.isUnlocked() ? CpuAccess.Protection.NONE : access.protection();
        boolean data = function == S7Function.READ_VAR || function == S7Function.WRITE_VAR;
        if (data && !access.putGet()) {
            return denyPutGet(out);
        }
        boolean denied = function == S7Function.READ_VAR
                ? protection == CpuAccess.Protection.READ_AND_WRITE
                : protection != CpuAccess.Protection.NONE;
        if (denied) {
            return VarRequests.refuse(in, out, S7ErrorCode.NO_PERMISSION);
        }
        return switch (function) {
            case S7Function.READ_VAR -> variables.read(in, out, pduBytes);
            case S7Function.WRITE_VAR -> variables.write(in, out);
            case START, STOP -> control(in, out, function);
            default -> VarRequests.refuse(in, out, S7ErrorCode.FUNCTION_NOT_SUPPORTED);
        };
    }

    /** Source: captures s7-300-cpu315-everything frames 57 to 64. */
    private int control(ByteBuffer in, ByteBuffer out, int function) {
        String service = service(in);
        if (service.equals(PROGRAM)) {
            cpu.setRunning(function == START);
        } else if (function == STOP || !WITHOUT_EFFECT.contains(service)) {
            return VarRequests.refuse(in, out, S7ErrorCode.FUNCTION_NOT_SUPPORTED);
        }
        S7Header.writeAnswer(out, 0, S7Header.ACK_DATA, S7Header.reference(in, 0), 1, 0, S7ErrorCode.NONE);
        out.put(S7Header.ANSWER_BYTES, (byte) function);
        return S7Header.ANSWER_BYTES + 1;
    }

    /** The name at the end of the parameters, behind its own length; empty for none. */
    private static String service(ByteBuffer in) {
        int start = S7Header.parameters(in, 0);
        int end = start + S7Header.parameterBytes(in, 0);
        for (int bytes = 1; end - bytes - 1 > start; bytes++) {
            if (in.get(end - bytes - 1) == bytes) {
                byte[] name = new byte[bytes];
                in.get(end - bytes, name);
                return new String(name, StandardCharsets.US_ASCII);
            }
        }
        return "";
    }

    private int setup(ByteBuffer in, ByteBuffer out) {
        if (S7Header.parameterBytes(in, 0) != SETUP_PARAMETER_BYTES) {
            return VarRequests.refuse(in, out, S7ErrorCode.FUNCTION_NOT_SUPPORTED);
        }
        CpuLimits limits = cpu.limits;
        jobs = Math.max(1, Math.min(limits.jobs(), SetupCommunication.jobs(in, 0)));
        pduBytes = Math.min(limits.pduBytes(), SetupCommunication.pduBytes(in, 0));
        SetupCommunication.writeAnswer(out, 0, S7Header.reference(in, 0), jobs, pduBytes);
        return S7Header.ANSWER_BYTES + SETUP_PARAMETER_BYTES;
    }

    /** Real CPUs refuse with reference 0, not that of the request: 32 02 0000 0000 0000 0000 8104. */
    private static int denyPutGet(ByteBuffer out) {
        return VarRequests.refuse(0, out, S7ErrorCode.FUNCTION_NOT_SUPPORTED);
    }
}
