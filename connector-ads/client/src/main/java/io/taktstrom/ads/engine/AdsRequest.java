package io.taktstrom.ads.engine;

import java.nio.ByteBuffer;

import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsHeader;
import io.taktstrom.ads.protocol.CommandData;
import io.taktstrom.kit.tcp.LinkUser;
import io.taktstrom.kit.tcp.Request;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/** An ADS command in flight: its frame, and where the answer goes. Hot; reused. */
final class AdsRequest extends Request {

    /** Called by the reading thread, before it looks at the next frame. */
    interface Answered {
        void answered(AdsRequest request) throws MalformedFrameException;

        /** How many bytes to ask for, where there is no buffer for them yet. */
        default int most() {
            return 0;
        }

        /** A buffer for so many bytes, {@link #most} at most, now that they have arrived. */
        default @Nullable ByteBuffer room(int bytes) {
            return null;
        }
    }

    private @Nullable AmsAddress target;
    private int command;
    private int first;
    private int second;
    private @Nullable ByteBuffer from;
    private @Nullable ByteBuffer into;
    private @Nullable Answered hook;
    private int result;

    /**
     * What to ask for.
     *
     * @param newFirst index group, or ADS state
     * @param newSecond index offset, or device state
     */
    void begin(
            AmsAddress newTarget,
            int newCommand,
            int newFirst,
            int newSecond,
            @Nullable ByteBuffer newFrom,
            @Nullable ByteBuffer newInto,
            @Nullable Answered newHook) {
        target = newTarget;
        command = newCommand;
        first = newFirst;
        second = newSecond;
        from = newFrom;
        into = newInto;
        hook = newHook;
        result = 0;
    }

    // ---- its frame

    int frameBytes() {
        return AmsHeader.BYTES + CommandData.requestBytes(command) + (from == null ? 0 : from.remaining());
    }

    /** The largest frame that may answer it. */
    int answerBytes() {
        return AmsHeader.BYTES + 2 * Integer.BYTES + readLength();
    }

    private int readLength() {
        return into != null ? into.remaining() : hook != null ? hook.most() : 0;
    }

    void write(ByteBuffer out, int at, int bytes, AmsAddress to, AmsAddress source) {
        ByteBuffer data = from;
        int sent = data == null ? 0 : data.remaining();
        AmsHeader.writeRequest(out, at, to, source, command, bytes - AmsHeader.BYTES, id());
        CommandData.writeRequest(out, at, command, first, second, readLength(), sent);
        if (data != null) {
            out.put(at + bytes - sent, data, data.position(), sent);
        }
    }

    // ---- its answer

    @Override
    protected boolean take(ByteBuffer in, int at, int bytes) throws MalformedFrameException {
        if (AmsHeader.command(in, at) != command) {
            throw new MalformedFrameException(
                    AdsCommand.name(AmsHeader.command(in, at)) + " answers " + AdsCommand.name(command),
                    AmsHeader.COMMAND);
        }
        result = AmsHeader.error(in, at);
        if (result == 0) {
            takeResult(in, at);
        }
        if (hook != null) {
            hook.answered(this);
        }
        return true;
    }

    private void takeResult(ByteBuffer in, int at) throws MalformedFrameException {
        if (command == AdsCommand.READ || command == AdsCommand.READ_WRITE) {
            result = CommandData.checkRead(in, at);
            if (result == 0) {
                copy(in, at + CommandData.READ_DATA, CommandData.dataLength(in, at));
            }
            return;
        }
        int length = AmsHeader.dataLength(in, at) - Integer.BYTES;
        if (length < 0) {
            throw new MalformedFrameException(AdsCommand.name(command) + " without a result", AmsHeader.DATA_LENGTH);
        }
        result = in.getInt(at + AmsHeader.BYTES);
        if (result == 0) {
            copy(in, at + AmsHeader.BYTES + Integer.BYTES, length);
        }
    }

    private void copy(ByteBuffer in, int position, int length) throws MalformedFrameException {
        ByteBuffer out = into;
        Answered owner = hook;
        if (out == null && owner != null && length <= owner.most()) {
            out = owner.room(length);
        }
        int room = out == null ? 0 : out.remaining();
        if (length > room) {
            throw new MalformedFrameException(
                    AdsCommand.name(command) + " gave " + length + " bytes where " + room + " were asked for",
                    AmsHeader.DATA_LENGTH);
        }
        if (out != null) {
            out.put(out.position(), in, position, length);
            out.position(out.position() + length);
        }
    }

    /** The ADS return code. */
    int result() {
        return result;
    }

    @Override
    protected void clear() {
        from = null;
        into = null;
        hook = null;
    }

    /** Whose it is; null once it is answered and released. */
    @Nullable
    LinkUser sender() {
        return user();
    }

    @Override
    public String toString() {
        String address = first == 0 && second == 0
                ? ""
                : " 0x" + Integer.toHexString(first) + ":0x" + Integer.toHexString(second);
        return AdsCommand.name(command) + address + " at " + target;
    }
}
