package io.taktstrom.ads.method;

import java.nio.ByteBuffer;

import io.taktstrom.ads.backend.AdsStatus;
import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.symbol.SymbolVersion;
import io.taktstrom.ads.symbol.VariableHandles;
import io.taktstrom.ads.value.TimeRange;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.value.ArgumentGroup;
import io.taktstrom.kit.value.Images;
import io.taktstrom.model.DataType;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.DeviceMethod;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;

/**
 * A method of one instance of a function block. A call is one ReadWrite to its handle (Beckhoff/ADS #131, after InfoSys "Call
 * PLC method"): all inputs in, and out comes what the method returns, then its outputs, each with no gaps between (ads-client
 * 2.1.0, {@code invokeRpcMethod}).
 *
 * @param name of the instance and the method, {@code MAIN.fbPress#Start}
 * @param version of the symbols when it was found, or {@link SymbolVersion#NONE}
 */
record AdsMethod(AdsMethods methods, String name, int version, ArgumentGroup inputs, ArgumentGroup outputs)
        implements DeviceMethod {

    @Override
    public String signature() {
        return name + "(" + inputs.text() + ")" + (outputs.size() == 0 ? "" : " -> (" + outputs.text() + ")");
    }

    private String what() {
        return "call " + name + " at " + methods.symbols().where();
    }

    @Override
    public SampleBatch call(SampleBatch values) throws ConnectorException {
        methods.backend().requireOpen();
        inputs.requireAll(values, signature() + " at " + methods.symbols().where());
        ByteBuffer from = encoded(values);
        ByteBuffer into = AdsBuffers.heap(bytes(outputs));
        int handle = openHandle();
        try {
            readWrite(IndexGroup.VALUE_BY_HANDLE, handle, from, into);
        } catch (RequestTimeoutException e) {
            throw new RequestTimeoutException(
                    what() + ": it is unknown whether the method ran, or still runs: " + e.getMessage(), e);
        } finally {
            methods.symbols().handles().releaseQuietly(handle);
        }
        return decoded(into);
    }

    /** A handle of the method as it was found: an online change from here on makes it invalid, and then nothing is called. */
    private int openHandle() throws ConnectorException {
        ByteBuffer into = AdsBuffers.heap(Integer.BYTES);
        readWrite(IndexGroup.HANDLE_BY_NAME, 0, VariableHandles.encoded(name), into);
        int handle = into.getInt(0);
        if (version != SymbolVersion.NONE && methods.symbols().version().read() != version) {
            methods.symbols().handles().releaseQuietly(handle);
            throw new DeviceErrorException(
                    what() + ": the PLC program has changed since the method was found; find it again",
                    AdsStatus.STALE,
                    0);
        }
        return handle;
    }

    private void readWrite(int group, int offset, ByteBuffer from, ByteBuffer into) throws ConnectorException {
        int code = methods.backend().readWrite(group, offset, from, into);
        if (code != AdsErrorCode.NO_ERROR) {
            throw AdsStatus.refused(what(), code);
        }
        if (into.hasRemaining()) {
            throw new MalformedFrameException(
                    what() + ": the answer has only " + into.position() + " bytes of " + into.limit(), into.position());
        }
    }

    private ByteBuffer encoded(SampleBatch values) throws InvalidRequestException {
        ByteBuffer from = AdsBuffers.heap(bytes(inputs));
        int at = 0;
        for (int i = 0; i < inputs.size(); i++) {
            DataType type = inputs.typeAt(i);
            int status = Images.put(values, i, type, from, at);
            if (status != StatusCode.GOOD || !TimeRange.holds(type, from, at)) {
                int why = status == StatusCode.GOOD ? StatusCode.BAD_OUT_OF_RANGE : status;
                throw new InvalidRequestException(
                        what() + ": " + inputs.points().get(i).name() + ": " + StatusCode.name(why) + " as "
                                + type.text() + "; nothing was called");
            }
            at += type.imageBytes();
        }
        return from;
    }

    private SampleBatch decoded(ByteBuffer answer) {
        SampleBatch batch = outputs.newBatch();
        batch.setReceivedAt(methods.clock().epochNanos());
        int at = 0;
        for (int i = 0; i < outputs.size(); i++) {
            DataType type = outputs.typeAt(i);
            if (TimeRange.holds(type, answer, at)) {
                Images.add(batch, i, SampleBatch.NO_TIME, StatusCode.GOOD, type, answer, at);
            } else {
                batch.addBad(i, SampleBatch.NO_TIME, StatusCode.BAD_OUT_OF_RANGE);
            }
            at += type.imageBytes();
        }
        return batch;
    }

    private static int bytes(ArgumentGroup arguments) {
        return arguments.types().stream().mapToInt(DataType::imageBytes).sum();
    }
}
