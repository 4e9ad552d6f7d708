package io.taktstrom.ads.simulator.plc;

import java.nio.ByteBuffer;

import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.AdsState;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.simulator.memory.PlcMemory;
import io.taktstrom.ads.simulator.memory.PlcVariable;
import io.taktstrom.ads.simulator.model.Burst;
import io.taktstrom.ads.simulator.table.SymbolTableWriter;
import io.taktstrom.ads.simulator.table.TableWriter;

/**
 * The PLC runtime, port 851: memory, names, handles, tables. What it has no service for, an index group or an offset of a
 * size that has but one, or a state, is 0x701 (Beckhoff's AdsLibTest, whose expectations a TC3 runtime meets; Beckhoff/ADS
 * #186, #191).
 */
public final class PlcDevice implements AmsDevice {

    /** Read: 4 bytes, size of the flag memory, the inputs, the outputs (InfoSys, PLC and system services). */
    private static final int FLAG_SIZE = 0x4025;

    private static final int INPUT_SIZE = 0xF025;
    private static final int OUTPUT_SIZE = 0xF035;

    private static final int MAX_NAME_BYTES = 1024;

    private final int port;
    private final Plc plc;

    public PlcDevice(int port, Plc plc) {
        this.port = port;
        this.plc = plc;
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public String name() {
        return "Plc30 App";
    }

    @Override
    public int adsState() {
        return plc.isRunning() ? AdsState.RUN : AdsState.STOP;
    }

    @Override
    public int deviceState() {
        return 0;
    }

    @Override
    public int generation() {
        return plc.generation();
    }

    @Override
    public int read(int group, int offset, int length, ByteBuffer out, int at) {
        if (group == IndexGroup.PLC_DATA) {
            return plc.program().data.read(offset, length, plc.cycle(), out, at);
        }
        PlcMemory area = plc.program().area(group);
        if (area != null) {
            return area.read(group, offset, length, plc.cycle(), out, at);
        }
        return switch (group) {
            case IndexGroup.VALUE_BY_HANDLE -> {
                PlcVariable variable = plc.handles().find(offset);
                yield variable == null ? ~plc.handles().error(offset) : read(variable, length, out, at);
            }
            case IndexGroup.SYMBOL_VERSION -> number(plc.symbolVersion(), 1, length, out, at);
            case IndexGroup.DEVICE_STATE -> readStates(offset, length, out, at);
            case IndexGroup.SYMBOL_UPLOAD -> slice(plc.tables().symbols, offset, length, out, at);
            case IndexGroup.DATA_TYPE_UPLOAD -> slice(plc.tables().types, offset, length, out, at);
            case IndexGroup.SYMBOL_UPLOAD_SIZES -> slice(plc.tables().sizes, 0, Math.min(length, 8), out, at);
            case IndexGroup.UPLOAD_SIZES -> slice(plc.tables().sizes, 0, length, out, at);
            case FLAG_SIZE -> size(plc.program().flags, offset, length, out, at);
            case INPUT_SIZE -> size(plc.program().inputs, offset, length, out, at);
            case OUTPUT_SIZE -> size(plc.program().outputs, offset, length, out, at);
            default -> ~AdsErrorCode.SERVICE_NOT_SUPPORTED;
        };
    }

    /** At most its bytes; of a bit, one. */
    private int read(PlcVariable variable, int length, ByteBuffer out, int at) {
        return variable.isBit() && length < 1
                ? ~AdsErrorCode.INVALID_SIZE
                : variable.area()
                        .read(
                                variable.indexGroup(),
                                variable.indexOffset(),
                                Math.min(length, variable.bytes()),
                                plc.cycle(),
                                out,
                                at);
    }

    private static int number(int value, int bytes, int length, ByteBuffer out, int at) {
        if (length < bytes) {
            return ~AdsErrorCode.INVALID_SIZE;
        }
        for (int i = 0; i < bytes; i++) {
            out.put(at + i, (byte) (value >>> (8 * i)));
        }
        return bytes;
    }

    private static int size(PlcMemory area, int offset, int length, ByteBuffer out, int at) {
        return offset == 0 ? number(area.size(), 4, length, out, at) : ~AdsErrorCode.SERVICE_NOT_SUPPORTED;
    }

    private static int slice(byte[] table, int offset, int length, ByteBuffer out, int at) {
        if (offset < 0 || offset > table.length) {
            return ~AdsErrorCode.INVALID_INDEX_OFFSET;
        }
        int bytes = Math.min(length, table.length - offset);
        out.put(at, table, offset, bytes);
        return bytes;
    }

    @Override
    public int write(int group, int offset, ByteBuffer in, int at, int length) {
        if (group == IndexGroup.VALUE_BY_HANDLE) {
            PlcVariable variable = plc.handles().find(offset);
            if (variable == null) {
                return ~plc.handles().error(offset);
            }
            return length > variable.bytes() || length == 0
                    ? ~AdsErrorCode.INVALID_SIZE
                    : variable.area().write(variable.indexGroup(), variable.indexOffset(), in, at, length);
        }
        if (group == IndexGroup.RELEASE_HANDLE) {
            // To release a handle that was never issued is 0x711 on TwinCAT 3.
            return length != 4
                    ? ~AdsErrorCode.INVALID_SIZE
                    : plc.handles().close(in.getInt(at)) ? 0 : ~AdsErrorCode.SYMBOL_VERSION_INVALID;
        }
        PlcMemory area = plc.program().area(group);
        return area == null ? ~AdsErrorCode.SERVICE_NOT_SUPPORTED : area.write(group, offset, in, at, length);
    }

    @Override
    public int readWrite(
            int group, int offset, ByteBuffer in, int inAt, int writeLength, ByteBuffer out, int at, int readLength) {
        switch (group) {
            case IndexGroup.HANDLE_BY_NAME,
                    IndexGroup.VALUE_BY_NAME,
                    IndexGroup.INFO_BY_NAME,
                    IndexGroup.SYMBOL_BY_NAME -> {
                String name = name(in, inAt, writeLength);
                MethodInstance method =
                        group == IndexGroup.HANDLE_BY_NAME ? MethodInstance.find(plc.program(), name) : null;
                if (method != null) {
                    return openHandle(method, out, at, readLength, 0, "");
                }
                PlcVariable variable = plc.program().find(name);
                return variable == null ? ~AdsErrorCode.SYMBOL_NOT_FOUND : byName(group, variable, out, at, readLength);
            }
            case IndexGroup.DATA_TYPE_BY_NAME -> {
                byte[] entry = plc.tables().type(name(in, inAt, writeLength));
                return entry == null ? ~AdsErrorCode.SYMBOL_NOT_FOUND : whole(entry, readLength, out, at);
            }
            default -> {
                MethodInstance method =
                        group == IndexGroup.VALUE_BY_HANDLE ? plc.handles().findMethod(offset) : null;
                if (method != null) {
                    return method.call(plc.body(method), in, inAt, writeLength, out, at, readLength);
                }
                int written = writeLength == 0 ? 0 : write(group, offset, in, inAt, writeLength);
                return written < 0 ? written : read(group, offset, readLength, out, at);
            }
        }
    }

    private static String name(ByteBuffer in, int at, int length) {
        byte[] bytes = new byte[Math.min(length, MAX_NAME_BYTES)];
        in.get(at, bytes);
        return AdsBuffers.text(bytes);
    }

    private int byName(int group, PlcVariable variable, ByteBuffer out, int at, int length) {
        return switch (group) {
            case IndexGroup.HANDLE_BY_NAME ->
                openHandle(
                        variable,
                        out,
                        at,
                        length,
                        variable.bytes(),
                        variable.type().name());
            case IndexGroup.VALUE_BY_NAME -> read(variable, length, out, at);
            case IndexGroup.INFO_BY_NAME -> {
                TableWriter info = new TableWriter()
                        .int32(variable.indexGroup())
                        .int32(variable.indexOffset())
                        .int32(variable.bytes());
                yield whole(info.toBytes(), length, out, at);
            }
            default -> whole(SymbolTableWriter.entry(variable), length, out, at);
        };
    }

    /** The handle; to a client that has room for more, also size and type, as ads-client expects it of TwinCAT 3. */
    private int openHandle(Object target, ByteBuffer out, int at, int length, int bytes, String type) {
        if (length < 4) {
            return ~AdsErrorCode.INVALID_SIZE;
        }
        int handle = plc.handles().open(target);
        if (handle == 0) {
            return ~AdsErrorCode.NO_MORE_HANDLES;
        }
        byte[] answer = new TableWriter()
                .int32(handle)
                .int32(bytes)
                .int32(0)
                .length(type)
                .text(type)
                .toBytes();
        int given = length < answer.length ? 4 : answer.length;
        out.put(at, answer, 0, given);
        return given;
    }

    private static int whole(byte[] entry, int length, ByteBuffer out, int at) {
        if (length < entry.length) {
            return ~AdsErrorCode.INVALID_SIZE;
        }
        out.put(at, entry);
        return entry.length;
    }

    @Override
    public int control(int adsState, int deviceState) {
        return switch (adsState) {
            case AdsState.RUN -> plc.run();
            case AdsState.STOP -> plc.stop();
            case AdsState.RESET -> plc.reset();
            default -> AdsErrorCode.SERVICE_NOT_SUPPORTED;
        };
    }

    @Override
    public NotificationSource source(int group, int offset, int length) throws Refused {
        if (group == IndexGroup.VALUE_BY_HANDLE) {
            PlcVariable variable = plc.handles().find(offset);
            if (variable == null) {
                throw new Refused(plc.handles().error(offset));
            }
            Refused.when(length > variable.bytes(), AdsErrorCode.INVALID_SIZE);
            return source(variable.area(), variable.indexGroup(), variable.indexOffset(), length, plc.generation());
        }
        PlcMemory area = plc.program().area(group);
        if (area != null) {
            return source(area, group, offset, length, NotificationSource.ANY_GENERATION);
        }
        if (group == IndexGroup.SYMBOL_VERSION) {
            Refused.when(length != 1, AdsErrorCode.INVALID_SIZE);
            return NotificationSource.of(this, group, offset, length);
        }
        Refused.when(group != IndexGroup.DEVICE_STATE, AdsErrorCode.SERVICE_NOT_SUPPORTED);
        return stateSource(group, offset, length);
    }

    private NotificationSource source(PlcMemory area, int group, int offset, int length, int generation)
            throws Refused {
        boolean bit = area.group != group;
        Refused.when(length < 1 || (bit && length != 1), AdsErrorCode.INVALID_SIZE);
        if (group == Burst.GROUP) {
            return new NotificationSource(this, group, offset, length, generation, burst(offset, length));
        }
        int first = bit ? offset >>> 3 : offset;
        Refused.when(!area.contains(first, length), AdsErrorCode.INVALID_INDEX_OFFSET);
        int error = area.fault(first, length);
        Refused.when(error != 0, error);
        return new NotificationSource(this, group, offset, length, generation, null);
    }

    /** @param samplesPerFrame 0 for the model's */
    private Burst burst(int samplesPerFrame, int length) throws Refused {
        boolean fits = samplesPerFrame >= 0 && samplesPerFrame <= Burst.MAX_SAMPLES_PER_FRAME;
        Refused.when(!fits, AdsErrorCode.INVALID_INDEX_OFFSET);
        Refused.when(length != 4 && length != 8, AdsErrorCode.INVALID_SIZE);
        Burst burst = plc.burst();
        return samplesPerFrame == 0 ? burst : new Burst(burst.samplesPerSecond(), samplesPerFrame, burst.total());
    }
}
