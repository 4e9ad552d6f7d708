package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;

import io.taktstrom.ads.protocol.MethodEntry.Parameter;
import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Methods of data types, as TwinCAT 3.1 build 4024 lists them (plc30-data-types.hex, apache/plc4x DriverTestsuite). */
class MethodEntryTest {

    private static final String SOURCE_INFO = "Tc3_EventLogger.FB_TcSourceInfo";

    /** Method {@code __setnId} of {@link #SOURCE_INFO}: the length of the method is at 0, of its parameter at 67. */
    private static final byte[] SETTER = HexFormat.of().parseHex("""
            7e000000 01000000 0a000000 00000000 00000000 00000000 00000000000000000000000000000000 00000000 01000000
            0800 0000 0000 0100 5f5f7365746e496400 00 00
            3b000000 04000000 04000000 13000000 01000000 00000000 95190718000000000000000000000008
            0000 0300 0500 0000 6e496400 5544494e5400 00""".replaceAll("\\s", ""));

    private static ByteBuffer entryOf(String typeName) throws MalformedFrameException {
        ByteBuffer table = GoldenFrames.table("plc30-data-types.hex");
        for (int at = 0; at < table.capacity(); at += table.getInt(at)) {
            byte[] entry = new byte[table.getInt(at)];
            table.get(at, entry);
            if (readOne(GoldenFrames.wrap(entry)).name().equals(typeName)) {
                return GoldenFrames.wrap(entry);
            }
        }
        throw new AssertionError(typeName);
    }

    private static DataTypeEntry readOne(ByteBuffer entry) throws MalformedFrameException {
        return DataTypeTable.readAll(entry, 0, entry.capacity(), UploadSizes.DEFAULT_CHARSET)
                .get(0);
    }

    /** Reads a list of one method. */
    private static MethodEntry read(ByteBuffer method) throws MalformedFrameException {
        ByteBuffer list = GoldenFrames.wrap(new byte[2 + method.capacity()]);
        list.putShort(0, (short) 1).put(2, method, 0, method.capacity());
        return MethodEntry.readList(
                        new TableReader(list, 0, list.capacity(), UploadSizes.DEFAULT_CHARSET, TableBudget.UNLIMITED))
                .get(0);
    }

    @Test
    void aTypeThatIsAskedForByNameHasItsMethodsAndWhatFollowsThem() throws MalformedFrameException {
        DataTypeEntry type = readOne(entryOf(SOURCE_INFO));
        assertThat(type.methods())
                .containsExactly(
                        new MethodEntry("__getnId", "UDINT", AdsTypeId.UINT32, 4, 1, List.of()),
                        new MethodEntry(
                                "__setnId",
                                "",
                                0,
                                0,
                                1,
                                List.of(new Parameter(
                                        "nId", "UDINT", AdsTypeId.UINT32, 4, Parameter.IN, 0, List.of()))),
                        new MethodEntry("__getsName", "STRING(255)", AdsTypeId.STRING, 256, 1, List.of()),
                        new MethodEntry(
                                "__setsName",
                                "",
                                0,
                                0,
                                1,
                                List.of(new Parameter(
                                        "sName", "STRING(255)", AdsTypeId.STRING, 256, Parameter.IN, 0, List.of()))));
        assertThat(type.attributes()).isNotEmpty();
        assertThat(readOne(entryOf("FB_CaseStateMachine")).methods())
                .extracting(MethodEntry::name)
                .containsExactly("__getPreviousStepAsString", "__gett", "__getState", "__getPreviousStep");
    }

    @Test
    void whatIsPassedByReferenceOrHasAnyLengthIsIndirect() throws MalformedFrameException {
        assertThat(read(GoldenFrames.wrap(SETTER)).parameters().get(0).isIndirect())
                .isFalse();
        for (int flags : new int[] {0x5, 0x9, 0x11}) {
            ByteBuffer method = GoldenFrames.wrap(SETTER.clone()).put(67 + 16, (byte) flags);
            assertThat(read(method).parameters().get(0).isIndirect())
                    .as("flags %x", flags)
                    .isTrue();
        }
        byte[] counted = SETTER.clone();
        counted[67 + 40] = 1;
        assertThat(read(GoldenFrames.wrap(counted)).parameters().get(0).isIndirect())
                .isTrue();
    }

    @Test
    void attributesOfAParameterAreRead() throws MalformedFrameException {
        byte[] attribute = HexFormat.of().parseHex("01000a055463456e636f64696e67005554462d3800");
        ByteBuffer method = GoldenFrames.wrap(new byte[SETTER.length + attribute.length]);
        method.put(SETTER).put(attribute);
        method.putInt(0, method.capacity()).putInt(67, method.capacity() - 67).put(67 + 16, (byte) 0x41);
        assertThat(read(method).parameters().get(0).attributes()).containsExactly(new Attribute("TcEncoding", "UTF-8"));
    }

    /** Its calls are lost, and nothing else of the table. */
    @Test
    void aMethodWhoseDescriptionIsMalformedIsNotCallable() throws MalformedFrameException {
        for (int length : new int[] {0, 4, 50, SETTER.length - 67 + 1, Integer.MAX_VALUE, -1}) { // of its parameter
            assertUnreadable(GoldenFrames.wrap(SETTER.clone()).putInt(67, length));
        }
        for (int length : new int[] {4, 50, 70, SETTER.length - 3}) { // of its own
            assertUnreadable(GoldenFrames.wrap(SETTER.clone()).putInt(0, length));
        }
        for (int at : new int[] {48, 50, 52, 54, 67 + 42, 67 + 44, 67 + 46}) { // texts, count of parameters, texts
            assertUnreadable(GoldenFrames.wrap(SETTER.clone()).putShort(at, (short) 0xFFFF));
        }
    }

    private static void assertUnreadable(ByteBuffer method) throws MalformedFrameException {
        MethodEntry entry = read(method);
        assertThat(entry.name()).isEmpty();
        assertThat(entry.flags()).isEqualTo(MethodEntry.NOT_CALLABLE);
    }

    @Test
    void aLengthBeyondTheTypeIsMalformed() {
        for (int length : new int[] {0, 3, SETTER.length + 1, Integer.MAX_VALUE, -1}) {
            ByteBuffer method = GoldenFrames.wrap(SETTER.clone()).putInt(0, length);
            assertThatExceptionOfType(MalformedFrameException.class)
                    .as("length %d", length)
                    .isThrownBy(() -> read(method));
        }
    }

    @Test
    void aTypeCutAtAnyLengthIsMalformedOrHasFewerParts() throws MalformedFrameException {
        ByteBuffer whole = entryOf(SOURCE_INFO);
        int malformed = 0;
        for (int cut = 4; cut < whole.capacity(); cut++) {
            byte[] bytes = new byte[cut];
            whole.get(0, bytes);
            ByteBuffer entry = GoldenFrames.wrap(bytes).putInt(0, cut);
            try {
                assertThat(readOne(entry).methods()).hasSizeLessThanOrEqualTo(4);
            } catch (MalformedFrameException e) {
                malformed++;
                assertThat(e.offset()).isBetween(0L, (long) cut);
            }
        }
        assertThat(malformed).as("all but within the padding at its end").isGreaterThan(whole.capacity() - 16);
    }
}
