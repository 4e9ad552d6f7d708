package io.taktstrom.s7.simulator;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;

import io.taktstrom.s7.protocol.cotp.CotpConnect;
import io.taktstrom.s7.protocol.cotp.CotpData;
import io.taktstrom.s7.protocol.cotp.CotpHeader;
import io.taktstrom.s7.protocol.cotp.Tpkt;
import io.taktstrom.s7.protocol.s7.S7Header;
import io.taktstrom.simulation.Connections;
import io.taktstrom.simulation.DeviceFault;
import io.taktstrom.simulation.SocketConnection;
import io.taktstrom.spi.MalformedFrameException;

/**
 * One client: connects it, joins the pieces of its requests, and splits the answers.
 *
 * <pre>
 *  answers to a connection request (ITU-T X.224, 13.4 and 13.5), behind TPKT
 *  confirm   | len | D0 | destination | source | class 0| C0 01 size | C1 02 calling | C2 02 called |
 *  refusal   | len | 80 | destination | source | reason |
 * </pre>
 */
public final class S7Connection extends SocketConnection {

    /** Of threads, and in the log. */
    static final String NAME = "takt-simulator-s7";

    private static final int BUFFER_BYTES = 1 << 14;
    private static final int MAX_FRAME_BYTES = 8192;
    /** A CPU never grants more than the client asks for. */
    private static final int SIZE_CODE = CotpConnect.SIZE_1024;

    /** Reason of a refusal: too many connections (ITU-T X.224, 13.5.3 d). */
    private static final int CONGESTION = 1;
    /** Reason of a refusal: wrong rack or slot. */
    private static final int ADDRESS_UNKNOWN = 3;

    private static final int CONFIRM_BYTES = 22;
    private static final int REFUSAL_BYTES = 11;
    private static final int OUR_REFERENCE = 0x4431;

    private final Cpu cpu;
    private final S7RequestHandler handler;
    private final ByteBuffer message = ByteBuffer.allocate(MAX_FRAME_BYTES);
    private final ByteBuffer answer = ByteBuffer.allocate(MAX_FRAME_BYTES);
    private int tpduBytes;
    /** Requests in the frames that were read together: they were in flight at the same time. */
    private int jobs;

    S7Connection(Cpu cpu, Connections<?> connections, SocketChannel channel) throws IOException {
        super(NAME, connections, channel, BUFFER_BYTES, ByteOrder.BIG_ENDIAN);
        this.cpu = cpu;
        handler = new S7RequestHandler(cpu);
    }

    @Override
    protected void onMalformedFrame() {
        cpu.counters.increment(S7Counter.PROTOCOL_ERRORS);
    }

    @Override
    protected void onClose() {
        cpu.freeSlot(this);
    }

    @Override
    protected int frameBytes(ByteBuffer in, int start, int available) throws MalformedFrameException {
        return Tpkt.check(in, start, available, MAX_FRAME_BYTES);
    }

    @Override
    protected void answer(ByteBuffer in, int start, int bytes) throws IOException {
        int type = CotpHeader.check(in, start, bytes);
        if (type == CotpHeader.CONNECT_REQUEST && tpduBytes == 0) {
            connect(in, start);
        } else if (type == CotpHeader.DATA && tpduBytes != 0) {
            data(in, start, bytes);
        } else if (type == CotpHeader.DISCONNECT_REQUEST) {
            hangUp("disconnected by client");
        } else {
            throw new MalformedFrameException("unexpected COTP type 0x" + Integer.toHexString(type), 5);
        }
    }

    @Override
    protected void answered() {
        cpu.counters.max(S7Counter.MOST_JOBS, jobs);
        jobs = 0;
    }

    private void connect(ByteBuffer in, int frame) throws IOException {
        CotpConnect.check(in, frame);
        int called = CotpConnect.calledTsap(in, frame) & 0xFF;
        // A slot of 0 is right for CPUs that have only one.
        if (called != cpu.model.rack() * 32 + cpu.model.slot() && called != 0) {
            refuse(in, frame, ADDRESS_UNKNOWN);
        } else if (!cpu.takeSlot(this)) {
            refuse(in, frame, CONGESTION);
        } else if (isClosed()) {
            cpu.freeSlot(this);
        } else {
            tpduBytes = CotpConnect.tpduBytes(in, frame, SIZE_CODE);
            head(in, frame, CONFIRM_BYTES, CotpHeader.CONNECT_CONFIRM)
                    .put((byte) 0)
                    .putShort((short) 0xC001)
                    .put((byte) Integer.numberOfTrailingZeros(tpduBytes))
                    .putShort((short) 0xC102)
                    .putShort((short) CotpConnect.callingTsap(in, frame))
                    .putShort((short) 0xC202)
                    .putShort((short) CotpConnect.calledTsap(in, frame));
        }
    }

    private void refuse(ByteBuffer in, int frame, int reason) throws IOException {
        cpu.counters.increment(S7Counter.REFUSED_CONNECTIONS);
        head(in, frame, REFUSAL_BYTES, CotpHeader.DISCONNECT_REQUEST).put((byte) reason);
        hangUp("refused with reason " + reason);
    }

    private ByteBuffer head(ByteBuffer in, int request, int bytes, int type) throws IOException {
        ByteBuffer out = room(bytes);
        Tpkt.write(out, out.position(), bytes);
        return out.position(out.position() + Tpkt.BYTES)
                .put((byte) (bytes - Tpkt.BYTES - 1))
                .put((byte) type)
                .putShort((short) CotpConnect.sourceReference(in, request))
                .putShort((short) OUR_REFERENCE);
    }

    /** Takes one piece of a message, and answers the message if it is complete. */
    private void data(ByteBuffer in, int frame, int bytes) throws IOException {
        int length = bytes - CotpData.PAYLOAD;
        if (length > message.remaining()) {
            throw new MalformedFrameException("a message of more than " + message.capacity() + " bytes", 0);
        }
        message.put(message.position(), in, frame + CotpData.PAYLOAD, length);
        message.position(message.position() + length);
        if (!CotpData.isLast(in, frame) || message.position() == 0) {
            return;
        }
        int total = message.position();
        message.clear();
        S7Header.check(message, 0, total);
        heard();
        jobs++;
        if (jobs > handler.jobs()) {
            cpu.counters.increment(S7Counter.DROPPED_JOBS);
        } else {
            answer(total);
        }
    }

    private void answer(int bytes) throws IOException {
        DeviceFault fault = cpu.faults.match(S7RequestHandler.function(message), 0);
        if (fault instanceof DeviceFault.Refuse refuse) {
            send(VarRequests.refuse(message, answer, refuse.error()));
            return;
        }
        int length = handler.answer(message, bytes, answer);
        if (length == 0) {
            return;
        }
        if (fault instanceof S7Fault.WrongReference) {
            S7Header.setReference(answer, 0, ~S7Header.reference(answer, 0));
        }
        if (fault instanceof S7Fault.AnswerTwice) {
            send(length);
        }
        int start = send(length);
        if (fault != null) {
            apply(fault, start);
        }
    }

    /** Sends the first bytes of {@link #answer}, in pieces of the agreed size of a TPDU; returns where they start. */
    private int send(int length) throws IOException {
        int most = tpduBytes - CotpData.BYTES;
        int pieces = (length + most - 1) / most;
        ByteBuffer out = room(length + pieces * CotpData.PAYLOAD);
        int start = out.position();
        for (int from = 0; from < length; from += most) {
            int piece = Math.min(most, length - from);
            int frame = out.position();
            CotpData.write(out, frame, piece, from + piece == length);
            out.put(frame + CotpData.PAYLOAD, answer, from, piece);
            out.position(frame + CotpData.PAYLOAD + piece);
        }
        return start;
    }
}
