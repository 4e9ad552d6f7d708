package io.taktstrom.ads;

import java.nio.ByteBuffer;
import java.util.List;

import io.taktstrom.ads.backend.AdsBackend;
import io.taktstrom.ads.backend.AdsStatus;
import io.taktstrom.ads.plan.AdsGroup;
import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.symbol.Resolution;
import io.taktstrom.ads.symbol.Symbols;
import io.taktstrom.ads.value.AdsVariable;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.kit.session.GuardedConnection;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.MalformedFrameException;

/** The ADS commands of a session, as its callers see them: a refusal is an exception. */
abstract class AdsCommands extends GuardedConnection<AdsGroup> implements AdsConnection {

    private static final int DEVICE_BYTES = 20;
    private static final int NAME_OFFSET = 4;

    private final AdsBackend backend;
    private final String where;
    private final Symbols symbols;

    AdsCommands(AdsBackend backend, Symbols symbols, MemoryBudget memory, ConnectContext context) {
        super("ads", symbols.where(), memory, context);
        this.backend = backend;
        this.where = symbols.where();
        this.symbols = symbols;
    }

    @Override
    public final void read(int indexGroup, int indexOffset, ByteBuffer into) throws ConnectorException {
        check(backend.read(indexGroup, indexOffset, into), "read", indexGroup, indexOffset);
    }

    @Override
    public final void write(int indexGroup, int indexOffset, ByteBuffer from) throws ConnectorException {
        check(backend.write(indexGroup, indexOffset, from), "write", indexGroup, indexOffset);
    }

    @Override
    public final void readWrite(int indexGroup, int indexOffset, ByteBuffer from, ByteBuffer into)
            throws ConnectorException {
        check(backend.readWrite(indexGroup, indexOffset, from, into), "readWrite", indexGroup, indexOffset);
    }

    private void check(int code, String verb, int indexGroup, int indexOffset) throws DeviceErrorException {
        if (code != AdsErrorCode.NO_ERROR) {
            throw AdsStatus.refused(
                    verb + " 0x" + Integer.toHexString(indexGroup) + ":0x" + Integer.toHexString(indexOffset) + " at "
                            + where,
                    code);
        }
    }

    @Override
    public final void read(String name, ByteBuffer into) throws ConnectorException {
        AdsVariable variable = variable(name, "read");
        int limit = into.limit();
        try {
            into.limit(into.position() + Math.min(into.remaining(), variable.bytes()));
            check(backend.read(variable.indexGroup(), variable.indexOffset(), into), "read", name);
        } finally {
            into.limit(limit);
        }
    }

    @Override
    public final void write(String name, ByteBuffer from) throws ConnectorException {
        AdsVariable variable = variable(name, "write");
        if (from.remaining() != variable.bytes()) {
            throw new InvalidRequestException("write " + name + " at " + where + ": " + from.remaining()
                    + " bytes given, it has " + variable.bytes());
        }
        AdsVariable[] target = {variable};
        if (variable.movable()) {
            // What lies at its address may be another variable by now; its handle is its own.
            symbols.handles().open(List.of(DataPoint.of(name)), List.of(0), target);
        }
        try {
            if (target[0].isSharedBit()) {
                throw new InvalidRequestException(
                        "write " + name + " at " + where + ": it is one bit of a byte, and the"
                                + " device gives no handle for it; write it as a point, by resolve and write");
            }
            check(backend.write(target[0].indexGroup(), target[0].indexOffset(), from), "write", name);
        } finally {
            symbols.handles().release(target[0]);
        }
    }

    private AdsVariable variable(String name, String verb) throws ConnectorException {
        Resolution found =
                symbols.resolve(List.of(DataPoint.of(name))).resolutions().get(0);
        AdsVariable variable = found.variable();
        if (variable == null) {
            throw new DeviceErrorException(verb + " " + found.problem(), found.status(), found.status());
        }
        return variable;
    }

    private void check(int code, String verb, String name) throws DeviceErrorException {
        if (code != AdsErrorCode.NO_ERROR) {
            if (AdsStatus.isStale(code)) {
                symbols.epoch().invalidate(symbols.epoch().number());
            }
            throw AdsStatus.refused(verb + " " + name + " at " + where, code);
        }
    }

    @Override
    public final int openHandle(String name) throws ConnectorException {
        ByteBuffer from = ByteBuffer.wrap(AdsBuffers.zeroTerminated(name));
        ByteBuffer into = AdsBuffers.heap(Integer.BYTES);
        check(backend.readWrite(IndexGroup.HANDLE_BY_NAME, 0, from, into), "open a handle for", name);
        return complete(into, "a handle").getInt(0);
    }

    @Override
    public final void readHandle(int handle, ByteBuffer into) throws ConnectorException {
        read(IndexGroup.VALUE_BY_HANDLE, handle, into);
    }

    @Override
    public final void writeHandle(int handle, ByteBuffer from) throws ConnectorException {
        write(IndexGroup.VALUE_BY_HANDLE, handle, from);
    }

    @Override
    public final void releaseHandle(int handle) throws ConnectorException {
        write(IndexGroup.RELEASE_HANDLE, 0, AdsBuffers.heap(Integer.BYTES).putInt(0, handle));
    }

    @Override
    public final State readState() throws ConnectorException {
        ByteBuffer into = AdsBuffers.heap(Integer.BYTES);
        check(backend.readState(into), "read the state");
        complete(into, "the state");
        return new State(Short.toUnsignedInt(into.getShort(0)), Short.toUnsignedInt(into.getShort(2)));
    }

    @Override
    public final void writeControl(int adsState, int deviceState, ByteBuffer from) throws ConnectorException {
        check(backend.writeControl(adsState, deviceState, from), "change the state");
    }

    @Override
    public final Device readDeviceInfo() throws ConnectorException {
        ByteBuffer into = AdsBuffers.heap(DEVICE_BYTES);
        check(backend.readDeviceInfo(into), "read the device info");
        if (into.position() < NAME_OFFSET) {
            throw incomplete(into, "the device info");
        }
        // Not all servers fill the name up to its 16 bytes.
        byte[] name = new byte[into.position() - NAME_OFFSET];
        into.get(NAME_OFFSET, name);
        return new Device(
                AdsBuffers.text(name),
                Byte.toUnsignedInt(into.get(0)),
                Byte.toUnsignedInt(into.get(1)),
                Short.toUnsignedInt(into.getShort(2)));
    }

    private void check(int code, String what) throws DeviceErrorException {
        if (code != AdsErrorCode.NO_ERROR) {
            throw AdsStatus.refused(what + " of " + where, code);
        }
    }

    private ByteBuffer complete(ByteBuffer into, String what) throws MalformedFrameException {
        if (into.hasRemaining()) {
            throw incomplete(into, what);
        }
        return into;
    }

    private MalformedFrameException incomplete(ByteBuffer into, String what) {
        return new MalformedFrameException(what + " of " + where + " has only " + into.position() + " bytes", 0);
    }
}
