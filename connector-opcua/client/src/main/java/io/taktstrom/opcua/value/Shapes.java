package io.taktstrom.opcua.value;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.kit.value.TypeRule;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.StringType;
import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.protocol.DataValueFrame;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/**
 * Finds how a variable's values look: from its data type where that says all, otherwise from a value too. Lengths that
 * are not fixed are those of the value; an array of one dimension then has any length.
 */
public final class Shapes {

    /**
     * What came of it.
     *
     * @param layout null when the variable cannot be used
     * @param status Good, or why it cannot
     * @param problem the reason in words; empty for none
     * @param held bytes that were taken of the connection's memory, to be given back when the layout is let go
     */
    public record Found(@Nullable VariableLayout layout, int status, String problem, long held) {
        static Found bad(int status, String problem) {
            return new Found(null, status, problem, 0);
        }
    }

    /** No string type is longer. */
    private static final int MAX_TEXT = 65_535;

    private final int textLength;
    private final int mostBytes;
    private final MemoryBudget grant;

    /** Numbers of one type share a layout: ten thousand of their own would not stay in the processor's cache. */
    private final Map<Integer, VariableLayout> numbers = new ConcurrentHashMap<>();

    /**
     * @param textLength most bytes of a string
     * @param mostBytes most bytes of a value that has no length of its own: byte strings, arrays of any length
     * @param grant what values may take, all together
     */
    public Shapes(int textLength, int mostBytes, MemoryBudget grant) {
        this.textLength = textLength;
        this.mostBytes = mostBytes;
        this.grant = grant;
    }

    /** Gives back what a layout held. */
    public void giveBack(long held) {
        grant.giveBack(held);
    }

    /** How events look: as text. */
    public VariableLayout ofEvents() {
        return VariableLayout.ofText(Math.min(mostBytes, MAX_TEXT));
    }

    /** Whether a look at a value is needed. */
    public boolean needsSample(WireType type, int valueRank, List<Integer> dimensions) {
        if (type instanceof WireType.Structure || type instanceof WireType.Open) {
            return true;
        }
        return valueRank != -1 && !isFixed(valueRank, dimensions);
    }

    private static boolean isFixed(int valueRank, List<Integer> dimensions) {
        return valueRank > 0
                && dimensions.size() == valueRank
                && dimensions.stream().allMatch(length -> length > 0);
    }

    /**
     * Finds the layout.
     *
     * @param declared what the data point says, or null
     * @param sample a value that was read; null when none was needed
     */
    public Found find(
            WireType type,
            int valueRank,
            List<Integer> dimensions,
            @Nullable DataType declared,
            @Nullable Decoding sample)
            throws MalformedFrameException {
        LayoutBuilder builder = new LayoutBuilder(textLength(declared), grant);
        boolean done = false;
        try {
            VariableLayout layout = layout(type, valueRank, dimensions, declared, sample, builder);
            if (declared != null && !TypeRule.fits(declared, layout.type())) {
                return Found.bad(
                        StatusCode.BAD_TYPE_MISMATCH, "is " + layout.type().text() + ", not " + declared.text());
            }
            builder.take(layout.arenaBytes(), "its value");
            done = true;
            return new Found(layout, StatusCode.GOOD, "", builder.held());
        } catch (LayoutBuilder.UnsupportedException e) {
            int status = sample == null ? StatusCode.GOOD : sample.frame().status();
            if (StatusCode.isBad(status)) {
                String name = StatusCode.name(status);
                return Found.bad(
                        status,
                        "it has no value (" + name + ")"
                                + (name.equals("Bad_AttributeIdInvalid") ? "; check whether it is a variable" : ""));
            }
            return Found.bad(e.status(), String.valueOf(e.getMessage()));
        } finally {
            if (!done) {
                builder.giveBackTo(0);
            }
        }
    }

    private VariableLayout layout(
            WireType type,
            int valueRank,
            List<Integer> dimensions,
            @Nullable DataType declared,
            @Nullable Decoding sample,
            LayoutBuilder builder)
            throws MalformedFrameException, LayoutBuilder.UnsupportedException {
        if (type instanceof WireType.Unknown unknown) {
            throw new LayoutBuilder.UnsupportedException(unknown.why(), unknown.status());
        }
        Decoding value = sample != null && sample.frame().hasValue() ? sample : null;
        boolean array = value == null ? valueRank >= 0 : value.frame().isArray();
        WireType actual = value != null && type instanceof WireType.Open
                ? new WireType.Simple(value.frame().builtin())
                : type;
        if (actual instanceof WireType.Open open) {
            throw new LayoutBuilder.UnsupportedException(
                    (open.why().isEmpty() ? "its data type is abstract" : open.why()) + ", and it has no value");
        }
        if (type instanceof WireType.Open open
                && !open.why().isEmpty()
                && actual instanceof WireType.Simple simple
                && simple.id() == Builtin.EXTENSION_OBJECT) {
            throw new LayoutBuilder.UnsupportedException(open.why() + " of this structure");
        }
        if (actual instanceof WireType.Simple simple && simple.id() == Builtin.BYTE_STRING && !array) {
            return new VariableLayout(ScalarLayout.ofByteString(), List.of(), mostBytes);
        }
        Layout element = element(actual, builder, value);
        if (!array && element instanceof ScalarLayout && actual instanceof WireType.Simple simple) {
            return numbers.computeIfAbsent(simple.id(), any -> new VariableLayout(element, null, mostBytes));
        }
        if (!array) {
            return new VariableLayout(element, null, mostBytes);
        }
        if (element.type().imageBytes() == 0) {
            throw new LayoutBuilder.UnsupportedException("its first element is empty, and does not tell a length");
        }
        List<Integer> lengths = lengths(element, valueRank, dimensions, declared, value);
        requireCountable(element, lengths);
        int room = mostBytes;
        if (lengths.isEmpty() && value != null) {
            long now = (long) value.frame().count() * element.type().imageBytes();
            LayoutBuilder.requireCountable(now, "its value");
            room = (int) Math.max(mostBytes, now);
        }
        return new VariableLayout(element, lengths, room);
    }

    /** Lengths are a device's figures: neither they nor their product need make sense. */
    private static void requireCountable(Layout element, List<Integer> lengths)
            throws LayoutBuilder.UnsupportedException {
        long bytes = element.type().imageBytes();
        for (int length : lengths) {
            if (length < 1) {
                throw new LayoutBuilder.UnsupportedException("it has a dimension of the length " + length);
            }
            bytes *= length;
            LayoutBuilder.requireCountable(bytes, "an array of the dimensions " + lengths);
        }
    }

    private static Layout element(WireType type, LayoutBuilder builder, @Nullable Decoding sample)
            throws MalformedFrameException, LayoutBuilder.UnsupportedException {
        if (type instanceof WireType.Simple simple && simple.id() != Builtin.BYTE_STRING) {
            return builder.simple(simple.id());
        }
        if (type instanceof WireType.Enumeration enumeration) {
            return ScalarLayout.of(enumeration.type());
        }
        if (sample != null && sample.frame().count() > 0) {
            DataValueFrame frame = sample.frame();
            WireReader value = new WireReader().reset(sample.in().buffer(), frame.valueAt(), frame.valueEnd());
            return builder.one(type, value, true, 0);
        }
        if (type instanceof WireType.Structure structure) {
            return builder.structure(structure, null, true, 0);
        }
        throw new LayoutBuilder.UnsupportedException(LayoutBuilder.OPEN_LENGTHS);
    }

    private static List<Integer> lengths(
            Layout element,
            int valueRank,
            List<Integer> dimensions,
            @Nullable DataType declared,
            @Nullable Decoding sample) {
        List<Integer> lengths = new ArrayList<>();
        if (isFixed(valueRank, dimensions)) {
            lengths.addAll(dimensions);
        } else if (declared instanceof ArrayType wanted) {
            wanted.bounds().forEach(bound -> lengths.add(bound.count()));
        } else if (sample != null && sample.frame().dimensionCount() > 1) {
            for (int i = 0; i < sample.frame().dimensionCount(); i++) {
                lengths.add(sample.frame().dimension(sample.in(), i));
            }
        } else if (sample != null && element.type() instanceof ArrayType) {
            // An array of arrays has no length of its own left to vary.
            lengths.add(sample.frame().count());
        }
        return lengths;
    }

    /** A declared string sets the most characters that the point takes. */
    private int textLength(@Nullable DataType declared) {
        DataType one = declared instanceof ArrayType array ? array.element() : declared;
        return one instanceof StringType string ? string.length() : textLength;
    }
}
