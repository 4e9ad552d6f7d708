package io.taktstrom.s7.device;

import java.nio.ByteBuffer;

import io.taktstrom.s7.engine.Work;
import io.taktstrom.s7.protocol.s7.ReturnCode;
import io.taktstrom.s7.protocol.s7.S7ErrorCode;
import io.taktstrom.s7.protocol.s7.UserData;
import io.taktstrom.spi.MalformedFrameException;

/** One question to a CPU whose answer comes in as many PDUs as it takes; it is run for each of them. */
final class SystemQuery extends Work {

    /** The longest list of any CPU has some thousand records; a longer one is an attack or a defect. */
    private static final int MAX_BYTES = 256 * 1024;

    /** Writes the question; returns the size of its PDU. */
    @FunctionalInterface
    interface Question {
        int write(ByteBuffer out, int pdu);
    }

    private final int group;
    private final int subfunction;
    private final Question question;
    private ByteBuffer buffer = ByteBuffer.allocate(0);
    private int bytes;
    private boolean following;
    private int sequence;
    private boolean more;
    private int error;

    SystemQuery(int group, int subfunction, Question question) {
        this.group = group;
        this.subfunction = subfunction;
        this.question = question;
    }

    /** Why there is no list; 0 if there is one. */
    int error() {
        return error;
    }

    /** What has come, from its first byte. */
    ByteBuffer list() {
        return buffer.slice(0, bytes);
    }

    /** Whether there is more to come; then run it again to ask for it. */
    boolean follow() {
        following = true;
        return more;
    }

    /** The most memory that this holds after one more answer of that size: the buffer doubles. */
    int mostBytes(int answerBytes) {
        return bytes + answerBytes <= buffer.capacity() ? buffer.capacity() : 2 * (bytes + answerBytes);
    }

    @Override
    public int count() {
        return 1;
    }

    @Override
    public int put(int request, ByteBuffer out, int pdu) {
        return following
                ? UserData.writeFollowing(out, pdu, 0, group, subfunction, sequence)
                : question.write(out, pdu);
    }

    @Override
    public void answer(int request, ByteBuffer in, int pdu) throws MalformedFrameException {
        UserData.checkAnswer(in, pdu, group, subfunction);
        more = false;
        error = UserData.error(in, pdu);
        if (error != S7ErrorCode.NONE || UserData.code(in, pdu) != ReturnCode.OK) {
            error = error == S7ErrorCode.NONE ? S7ErrorCode.SZL_ID_UNKNOWN : error;
            return;
        }
        int added = UserData.payloadBytes(in, pdu);
        more = UserData.hasMore(in, pdu);
        if (bytes + added > MAX_BYTES || (more && added == 0)) {
            throw new MalformedFrameException("a list that does not end", UserData.PAYLOAD);
        }
        sequence = UserData.sequence(in, pdu);
        if (bytes + added > buffer.capacity()) {
            buffer = ByteBuffer.allocate(2 * (bytes + added)).put(0, buffer, 0, bytes);
        }
        buffer.put(bytes, in, pdu + UserData.PAYLOAD, added);
        bytes += added;
    }

    @Override
    public void refused(int request, int code) {
        more = false;
        error = code;
    }
}
