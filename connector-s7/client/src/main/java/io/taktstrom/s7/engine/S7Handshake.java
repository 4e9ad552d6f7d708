package io.taktstrom.s7.engine;

import java.io.IOException;
import java.nio.ByteBuffer;

import io.taktstrom.kit.tcp.Dialed;
import io.taktstrom.kit.tcp.FrameReader;
import io.taktstrom.s7.protocol.cotp.CotpConnect;
import io.taktstrom.s7.protocol.cotp.CotpData;
import io.taktstrom.s7.protocol.cotp.CotpHeader;
import io.taktstrom.s7.protocol.s7.S7ErrorCode;
import io.taktstrom.s7.protocol.s7.S7Header;
import io.taktstrom.s7.protocol.s7.SessionPassword;
import io.taktstrom.s7.protocol.s7.SetupCommunication;
import io.taktstrom.s7.protocol.s7.UserData;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;

/**
 * From a TCP connection to one that takes requests: COTP connect, then setup communication. What can go wrong here is what
 * users see first, so each step says what to look at.
 */
final class S7Handshake {

    /** What both sides agreed on. */
    record Agreed(int jobs, int pduBytes, int tpduBytes) {}

    private static final int OUR_REFERENCE = 1;
    private static final int SETUP_REFERENCE = 0xFFFF;
    private static final int PASSWORD_REFERENCE = 0xFFFE;

    private final Dialed dialed;
    private final CpuLinkSettings settings;
    private final long deadline;
    private final FrameReader inbox = PduAssembler.newReader();
    private final PduAssembler pdus;
    private boolean interrupted;

    private S7Handshake(Dialed dialed, CpuLinkSettings settings, long deadline) {
        this.dialed = dialed;
        this.settings = settings;
        this.deadline = deadline;
        this.pdus = new PduAssembler(settings.pduBytes());
    }

    static Agreed over(Dialed dialed, CpuLinkSettings settings, long deadline) throws ConnectorException {
        S7Handshake handshake = new S7Handshake(dialed, settings, deadline);
        try {
            int tpduBytes = handshake.connect();
            Agreed agreed = handshake.setUp(tpduBytes);
            if (!settings.password().isEmpty()) {
                handshake.unlock();
            }
            return agreed;
        } catch (MalformedFrameException e) {
            throw new ConnectFailedException(
                    "connect to " + settings + ": " + e.getMessage()
                            + "; check that this is an S7 device and not another" + " one on TCP port "
                            + settings.port(),
                    e);
        } catch (ConnectionLostException e) {
            throw new ConnectFailedException("connect to " + settings + ": " + e.getMessage(), e);
        } finally {
            if (handshake.interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private int connect() throws ConnectorException {
        String hint = "; check rack and slot (S7-300: 0 and 2; S7-400: see its hardware configuration; S7-1200 and"
                + " S7-1500: 0 and 1), or the TSAPs of a LOGO! or S7-200, and that the CPU has a connection of this type"
                + " left (connectionType pg, op or basic)";
        ByteBuffer out = ByteBuffer.allocate(CotpConnect.REQUEST_BYTES);
        CotpConnect.writeRequest(
                out, 0, OUR_REFERENCE, CotpConnect.SIZE_1024, settings.localTsap(), settings.remoteTsap());
        send(out);
        int bytes = inbox.frameBytes();
        while (bytes == 0) {
            await("the CPU accepts no connection: it ", hint);
            bytes = inbox.frameBytes();
        }
        int type = CotpHeader.check(inbox.buffer(), inbox.position(), bytes);
        if (type == CotpHeader.DISCONNECT_REQUEST) {
            String remedy = CotpConnect.isCongested(inbox.buffer(), inbox.position())
                    ? "; it has too many connections: close unused ones, or take one of another type"
                            + " (connectionType pg, op or basic)"
                    : hint;
            throw failed("the CPU refuses the connection: " + CotpConnect.refusal(inbox.buffer(), inbox.position())
                    + remedy);
        }
        if (type != CotpHeader.CONNECT_CONFIRM) {
            throw new MalformedFrameException(
                    "COTP message of type 0x" + Integer.toHexString(type) + " answers a connection request",
                    CotpData.PAYLOAD - 2);
        }
        CotpConnect.check(inbox.buffer(), inbox.position());
        int tpduBytes = CotpConnect.tpduBytes(inbox.buffer(), inbox.position(), CotpConnect.SIZE_1024);
        inbox.skip(bytes);
        return tpduBytes;
    }

    private Agreed setUp(int tpduBytes) throws ConnectorException {
        ByteBuffer out = ByteBuffer.allocate(CotpData.PAYLOAD + SetupCommunication.REQUEST_BYTES);
        CotpData.write(out, 0, SetupCommunication.REQUEST_BYTES);
        SetupCommunication.writeRequest(out, CotpData.PAYLOAD, SETUP_REFERENCE, settings.jobs(), settings.pduBytes());
        exchange(out, "the CPU does not agree on a PDU size: it ");
        ByteBuffer in = pdus.pduBuffer();
        int pdu = pdus.pdu();
        requireGood("the CPU refuses to communicate: ", S7Header.error(in, pdu));
        SetupCommunication.checkAnswer(in, pdu);
        return new Agreed(
                Math.min(settings.jobs(), SetupCommunication.jobs(in, pdu)),
                Math.min(settings.pduBytes(), SetupCommunication.pduBytes(in, pdu)),
                tpduBytes);
    }

    private void unlock() throws ConnectorException {
        String what = "the CPU does not take the password: ";
        ByteBuffer out = ByteBuffer.allocate(CotpData.PAYLOAD + SessionPassword.REQUEST_BYTES);
        CotpData.write(out, 0, SessionPassword.REQUEST_BYTES);
        SessionPassword.writeRequest(out, CotpData.PAYLOAD, PASSWORD_REFERENCE, settings.password());
        exchange(out, what + "it ");
        ByteBuffer in = pdus.pduBuffer();
        int pdu = pdus.pdu();
        requireGood(what, S7Header.error(in, pdu));
        UserData.checkAnswer(in, pdu, UserData.GROUP_SECURITY, SessionPassword.SUBFUNCTION);
        requireGood(what, UserData.error(in, pdu));
    }

    private void requireGood(String what, int error) throws ConnectFailedException {
        if (error != S7ErrorCode.NONE) {
            throw failed(what + S7ErrorCode.describe(error));
        }
    }

    /** Sends a PDU; the next one that comes is its answer, which is checked but for what it says. */
    private void exchange(ByteBuffer out, String what) throws ConnectorException {
        send(out);
        int bytes = nextPdu();
        while (bytes == 0) {
            await(what, "");
            bytes = nextPdu();
        }
        S7Header.check(pdus.pduBuffer(), pdus.pdu(), bytes);
    }

    private int nextPdu() throws ConnectorException {
        int pduBytes = 0;
        for (int bytes = inbox.frameBytes(); bytes > 0 && pduBytes == 0; bytes = inbox.frameBytes()) {
            int frame = inbox.position();
            inbox.skip(bytes);
            pduBytes = pdus.add(inbox.buffer(), frame, bytes);
        }
        return pduBytes;
    }

    private void send(ByteBuffer out) throws ConnectorException {
        try {
            if (!dialed.write(out, deadline)) {
                throw failed("the peer takes no bytes");
            }
        } catch (ConnectorException e) {
            throw e;
        } catch (IOException e) {
            throw broke(e);
        }
    }

    private void await(String what, String hint) throws ConnectorException {
        try {
            if (deadline - System.nanoTime() <= 0) {
                throw failed(what + "did not answer in time" + hint);
            }
            dialed.select(deadline);
            interrupted |= Thread.interrupted();
            if (inbox.fill(dialed.channel()) < 0) {
                throw failed(what + "closed the connection" + hint);
            }
        } catch (ConnectorException e) {
            throw e;
        } catch (IOException e) {
            throw broke(e);
        }
    }

    private ConnectFailedException broke(IOException e) {
        return new ConnectFailedException(
                "connect to " + settings + ": the connection broke: " + e.getMessage()
                        + "; check that the CPU has a connection left",
                e);
    }

    private ConnectFailedException failed(String why) {
        return new ConnectFailedException("connect to " + settings + ": " + why);
    }
}
