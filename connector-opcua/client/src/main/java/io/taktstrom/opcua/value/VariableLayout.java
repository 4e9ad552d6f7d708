package io.taktstrom.opcua.value;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.protocol.DataValueFrame;
import io.taktstrom.opcua.protocol.UaTime;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.opcua.protocol.WireWriter;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/**
 * The value of a variable, between a DataValue on the wire and a sample. Hot for scalars, strings and arrays of numbers:
 * allocates nothing. Immutable, thread-safe.
 */
public final class VariableLayout {

    private final Layout element;
    /** Of an array: length of each dimension; none for an array of any length. Null for what is not an array. */
    private final @Nullable List<Integer> lengths;

    private final DataType type;
    private final int arenaBytes;

    // What the above says, at hand for each value.
    /** A variable that is one ByteString is shown as bytes of any number. */
    private final boolean byteString;

    private final boolean wireArray;
    private final int wireType;
    private final @Nullable ScalarLayout number;
    private final @Nullable TextLayout singleText;

    /**
     * @param lengths of an array; none for one of any length; null for what is not an array
     * @param mostBytes arena bytes of a value that has no length of its own
     */
    VariableLayout(Layout element, @Nullable List<Integer> lengths, int mostBytes) {
        this.element = element;
        this.lengths = lengths;
        this.type = lengths == null ? element.type() : ArrayLayout.type(element, lengths);
        this.arenaBytes = type instanceof ArrayType array && array.bounds().isEmpty() ? mostBytes : type.arenaBytes();
        this.byteString = element instanceof ScalarLayout scalar && scalar.isByteString();
        this.wireArray = lengths != null && !byteString;
        this.wireType = element.builtin();
        this.number = lengths == null && element instanceof ScalarLayout scalar ? scalar : null;
        this.singleText = lengths == null && element instanceof TextLayout text ? text : null;
    }

    /** Of text that is made here, in UTF-8. */
    public static VariableLayout ofText(int mostBytes) {
        return new VariableLayout(new TextLayout(Builtin.STRING, mostBytes), null, mostBytes);
    }

    public DataType type() {
        return type;
    }

    /** The most arena bytes that a sample takes. */
    public int arenaBytes() {
        return arenaBytes;
    }

    /**
     * Adds the sample of the DataValue that was read last to a batch that has room for it.
     *
     * @param extraStatus bits that the sample's status gets besides its own
     */
    public void add(SampleBatch batch, int point, int extraStatus, Decoding decoding) throws MalformedFrameException {
        DataValueFrame frame = decoding.frame();
        long time = UaTime.toEpochNanos(frame.sourceTicks(), SampleBatch.NO_TIME);
        int status = frame.status() | extraStatus;
        if (StatusCode.isBad(status)) {
            batch.addBad(point, time, status);
        } else if (!frame.hasValue()) {
            batch.addBad(point, time, StatusCode.BAD_WAITING_FOR_INITIAL_DATA | extraStatus);
        } else if (frame.builtin() != wireType || frame.isArray() != wireArray) {
            batch.addBad(point, time, StatusCode.BAD_TYPE_MISMATCH | extraStatus);
        } else {
            addValue(batch, point, time, status, extraStatus, decoding);
        }
    }

    private void addValue(SampleBatch batch, int point, long time, int status, int extra, Decoding decoding)
            throws MalformedFrameException {
        ByteBuffer wire = decoding.in().buffer();
        ScalarLayout scalar = number;
        TextLayout text = singleText;
        if (scalar != null) {
            int at = decoding.frame().valueAt();
            batch.add(point, time, Layout.worse(status, scalar.status(wire, at) | extra), scalar.bits(wire, at));
        } else if (text != null) {
            addText(batch, point, time, status, extra, text, decoding);
        } else {
            addBytes(batch, point, time, status, extra, decoding);
        }
    }

    private static void addText(
            SampleBatch batch, int point, long time, int status, int extra, TextLayout text, Decoding decoding) {
        DataValueFrame frame = decoding.frame();
        ByteBuffer wire = decoding.in().buffer();
        int at = frame.valueAt() + Integer.BYTES;
        int length = frame.valueEnd() - at;
        if (text.isPlain() && StatusCode.isGood(text.status(wire, at, length))) {
            batch.addString(point, time, status, text.type(), wire, at, length);
            return;
        }
        if (text.isPlain() && length > text.type().length()) {
            batch.addBad(point, time, StatusCode.BAD_ENCODING_LIMITS_EXCEEDED | extra);
            return;
        }
        // A text with U+0000, at which a text in a memory image ends, or one that has another form on the wire.
        String whole;
        try {
            whole = TextForm.read(text.builtin(), new WireReader().reset(wire, frame.valueAt(), frame.valueEnd()));
        } catch (MalformedFrameException e) {
            batch.addBad(point, time, StatusCode.BAD_DECODING_ERROR | extra);
            return;
        }
        // What is not UTF-8 becomes U+FFFD, which takes more bytes than what it stands for.
        int most = text.isPlain() ? text.type().arenaBytes() : text.type().length();
        if (whole.getBytes(StandardCharsets.UTF_8).length > most) {
            batch.addBad(point, time, StatusCode.BAD_ENCODING_LIMITS_EXCEEDED | extra);
        } else {
            batch.addText(point, time, status, whole);
        }
    }

    /** Of an array, a structure or a ByteString. */
    private void addBytes(SampleBatch batch, int point, long time, int status, int extra, Decoding decoding)
            throws MalformedFrameException {
        DataValueFrame frame = decoding.frame();
        ByteBuffer source = decoding.in().buffer();
        int at = byteString ? frame.valueAt() + Integer.BYTES : frame.valueAt();
        long length = byteString
                ? Math.max(0, frame.valueEnd() - at)
                : (long) frame.count() * element.type().imageBytes();
        int fits = wireArray && !hasOurShape(frame, decoding.in())
                ? StatusCode.BAD_TYPE_MISMATCH
                : length > arenaBytes ? StatusCode.BAD_ENCODING_LIMITS_EXCEEDED : StatusCode.GOOD;
        boolean isImage = element instanceof ScalarLayout scalar && scalar.isImage();
        if (!isImage && StatusCode.isGood(fits)) {
            source = decoding.scratch((int) length);
            at = 0;
            fits = image(decoding, source, frame.count());
        }
        if (StatusCode.isBad(fits)) {
            batch.addBad(point, time, fits | extra);
        } else {
            batch.addBytes(point, time, Layout.worse(status, fits), source, at, (int) length);
        }
    }

    /**
     * Turns elements into their image. Their bytes are there, but what is inside a structure may not be as its type is
     * defined: that costs this point its value, and no other one.
     */
    private int image(Decoding decoding, ByteBuffer image, int count) throws MalformedFrameException {
        WireReader in = decoding.in();
        int end = in.position();
        in.position(decoding.frame().valueAt());
        int fits;
        try {
            fits = element.readMany(in, image, 0, count);
        } catch (MalformedFrameException e) {
            fits = StatusCode.BAD_DECODING_ERROR;
        }
        in.position(end);
        return fits;
    }

    private boolean hasOurShape(DataValueFrame frame, WireReader in) {
        List<Integer> wanted = lengths;
        if (wanted == null || wanted.isEmpty()) {
            return frame.dimensionCount() < 2;
        }
        int dimensions = Math.max(1, frame.dimensionCount());
        if (dimensions != wanted.size() || frame.count() != Layout.count(wanted)) {
            return false;
        }
        for (int i = 0; i < frame.dimensionCount(); i++) {
            if (frame.dimension(in, i) != wanted.get(i)) {
                return false;
            }
        }
        return true;
    }

    // ---- writing

    /**
     * The sample as a Variant in binary encoding.
     *
     * @throws IllegalArgumentException when the sample does not fit the variable; the message says why
     */
    public byte[] variant(SampleBatch batch, int i) {
        ByteBuffer image = Values.image(batch, i);
        WireWriter out = new WireWriter();
        if (byteString) {
            return out.u8(Builtin.BYTE_STRING)
                    .i32(image.capacity())
                    .bytes(image, 0, image.capacity())
                    .toByteArray();
        }
        List<Integer> dimensions = lengths;
        if (dimensions == null) {
            element.write(image, 0, out.u8(element.builtin()));
            return out.toByteArray();
        }
        boolean matrix = dimensions.size() > 1;
        int count = image.capacity() / element.type().imageBytes();
        out.u8(element.builtin() | 0x80 | (matrix ? 0x40 : 0)).i32(count);
        element.writeMany(image, 0, count, out);
        if (matrix) {
            out.i32(dimensions.size());
            dimensions.forEach(out::i32);
        }
        return out.toByteArray();
    }
}
