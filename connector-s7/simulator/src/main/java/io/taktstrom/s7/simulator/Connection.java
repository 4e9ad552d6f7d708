package io.taktstrom.s7.simulator;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.HexFormat;

import io.taktstrom.s7.protocol.cotp.CotpConnect;
import io.taktstrom.s7.protocol.cotp.CotpData;
import io.taktstrom.s7.protocol.cotp.CotpHeader;
import io.taktstrom.s7.protocol.cotp.Tpkt;
import io.taktstrom.s7.protocol.s7.S7Header;
import io.taktstrom.simulation.Fault;
import io.taktstrom.simulation.SocketConnection;
import io.taktstrom.spi.MalformedFrameException;

/** One client: reads all frames there are, then answers them in their order. */
final class Connection extends SocketConnection {

    private static final int BUFFER_BYTES = 1 << 14;
    private static final int MAX_FRAME_BYTES = 8192;
    /** A CPU never takes more, whatever the client offers. */
    private static final int SIZE_CODE = CotpConnect.SIZE_1024;

    private final Simulation simulation;
    private final Conversation conversation;
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final ByteBuffer message = ByteBuffer.allocate(MAX_FRAME_BYTES);
    private final ByteBuffer answer = ByteBuffer.allocate(MAX_FRAME_BYTES);
    private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private int tpduBytes;

    Connection(Simulation simulation, SocketChannel channel) throws IOException {
        super(Simulation.NAME, channel);
        this.simulation = simulation;
        conversation = new Conversation(simulation);
    }

    @Override
    protected boolean serve() throws IOException {
        try {
            boolean open = channel().read(in) >= 0;
            answerAll();
            return open;
        } catch (MalformedFrameException e) {
            simulation.meter.protocolErrors.increment();
            throw e;
        }
    }

    @Override
    protected void leave() {
        simulation.forget(this);
    }

    /** Answers the requests that are complete; they were on their way at the same time. */
    private void answerAll() throws IOException {
        int start = 0;
        int end = in.position();
        int jobs = 0;
        for (int bytes = Tpkt.check(in, start, end - start, MAX_FRAME_BYTES);
                bytes > 0 && !isClosed();
                bytes = Tpkt.check(in, start, end - start, MAX_FRAME_BYTES)) {
            int type = CotpHeader.check(in, start, bytes);
            if (type == CotpHeader.CONNECT_REQUEST && tpduBytes == 0) {
                connect(start);
            } else if (type == CotpHeader.DATA && tpduBytes != 0) {
                jobs += data(start, bytes, jobs);
            } else if (type == CotpHeader.DISCONNECT_REQUEST) {
                close("disconnected by client");
            } else {
                throw new MalformedFrameException("COTP type 0x" + Integer.toHexString(type) + " out of turn", 5);
            }
            start += bytes;
        }
        simulation.meter.jobs(jobs);
        flush();
        in.flip().position(start);
        in.compact();
    }

    private void connect(int frame) throws IOException {
        CotpConnect.check(in, frame);
        int called = CotpConnect.calledTsap(in, frame) & 0xFF;
        int expected = simulation.model.rack() * 32 + simulation.model.slot();
        // A slot of 0 is right for the CPUs that have but one.
        int refused = called != expected && called != 0
                ? CotpAnswer.ADDRESS_UNKNOWN
                : simulation.takeSlot(this) ? 0 : CotpAnswer.CONGESTION;
        int bytes;
        if (refused == 0) {
            tpduBytes = CotpConnect.tpduBytes(in, frame, SIZE_CODE);
            int sizeCode = Integer.numberOfTrailingZeros(tpduBytes);
            bytes = CotpAnswer.confirm(in, frame, answer, sizeCode);
        } else {
            simulation.meter.refusedConnections.increment();
            bytes = CotpAnswer.refusal(in, frame, answer, refused);
        }
        out.put(out.position(), answer, 0, bytes);
        out.position(out.position() + bytes);
        flush();
        if (refused != 0) {
            close("refused with reason " + refused);
        }
    }

    /** Takes one piece of a message; returns 1 if a message is complete with it. */
    private int data(int frame, int bytes, int jobsBefore) throws IOException {
        int length = bytes - CotpData.PAYLOAD;
        if (length > message.remaining()) {
            throw new MalformedFrameException("a message of more than " + message.capacity() + " bytes", 0);
        }
        message.put(message.position(), in, frame + CotpData.PAYLOAD, length);
        message.position(message.position() + length);
        if (!CotpData.isLast(in, frame) || message.position() == 0) {
            return 0;
        }
        int total = message.position();
        message.clear();
        S7Header.check(message, 0, total);
        heard();
        if (jobsBefore >= conversation.jobs()) {
            simulation.meter.droppedJobs.increment();
        } else {
            answer(total);
        }
        return 1;
    }

    private void answer(int bytes) throws IOException {
        int function = Conversation.function(message);
        Fault fault = simulation.faults.isEmpty()
                ? null
                : simulation.faults.meet(requests -> Requests.match(requests, function));
        if (fault instanceof Fault.Refuse refuse) {
            send(Conversation.refuse(message, answer, refuse.error()));
            return;
        }
        int length = conversation.answer(message, bytes, answer);
        if (length == 0 || (fault != null && !passes(fault, length))) {
            return;
        }
        send(length);
        if (fault instanceof S7Fault.AnswerTwice) {
            send(length);
        }
    }

    /** Does what a fault wants before an answer; returns whether the answer is sent. */
    private boolean passes(Fault fault, int length) throws IOException {
        if (fault instanceof Fault.Delay delay) {
            flush();
            pause(delay.time().toNanos());
            return true;
        }
        if (fault instanceof Fault.Hangup) {
            flush();
            close("fault: hang-up");
        } else if (fault instanceof Fault.HalfAnswer) {
            send(length);
            out.position(out.position() - (length + 1) / 2);
            flush();
            close("fault: half an answer");
        } else if (fault instanceof Fault.Garbage garbage) {
            out.put(HexFormat.of().parseHex(garbage.hex()));
        } else if (fault instanceof S7Fault.WrongReference) {
            S7Header.setReference(answer, 0, ~S7Header.reference(answer, 0));
            return true;
        }
        return fault instanceof S7Fault.AnswerTwice;
    }

    /** Sends the first bytes of {@link #answer}, in as many pieces as the agreed size of a TPDU wants. */
    private void send(int length) throws IOException {
        int most = tpduBytes - CotpData.BYTES;
        for (int from = 0; from < length; from += most) {
            int piece = Math.min(most, length - from);
            if (out.remaining() < CotpData.PAYLOAD + piece) {
                flush();
            }
            int frame = out.position();
            CotpData.write(out, frame, piece, from + piece == length);
            out.put(frame + CotpData.PAYLOAD, answer, from, piece);
            out.position(frame + CotpData.PAYLOAD + piece);
        }
    }

    private void flush() throws IOException {
        out.flip();
        while (out.hasRemaining() && !isClosed()) {
            channel().write(out);
        }
        out.clear();
    }
}
