package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;
import java.util.List;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.spi.MalformedFrameException;

/** Uploads from a device that sends anything. */
class TableFuzzTest {

    @FuzzTest(maxDuration = "3m")
    void anyBytesAreSymbolsOrMalformed(byte[] bytes) {
        ByteBuffer table = GoldenFrames.wrap(bytes);
        try {
            List<SymbolEntry> symbols = SymbolTable.readAll(table, 0, bytes.length, UploadSizes.DEFAULT_CHARSET);
            if (symbols.size() > bytes.length / SymbolEntry.MIN_BYTES) {
                throw new AssertionError(symbols.size() + " symbols from " + bytes.length + " bytes");
            }
        } catch (MalformedFrameException expected) {
            // The one way in which reading may end early.
        }
    }

    @FuzzTest(maxDuration = "3m")
    void anyBytesAreDataTypesOrMalformed(byte[] bytes) {
        ByteBuffer table = GoldenFrames.wrap(bytes);
        try {
            List<DataTypeEntry> types = DataTypeTable.readAll(table, 0, bytes.length, UploadSizes.DEFAULT_CHARSET);
            if (count(types) > bytes.length / DataTypeEntry.MIN_BYTES) {
                throw new AssertionError(count(types) + " types and members from " + bytes.length + " bytes");
            }
        } catch (MalformedFrameException expected) {
            // The one way in which reading may end early.
        }
    }

    private static int count(List<DataTypeEntry> types) {
        return types.stream().mapToInt(type -> 1 + count(type.subItems())).sum();
    }

    @FuzzTest(maxDuration = "1m")
    void anyBytesAreSizesOrMalformed(byte[] bytes) {
        try {
            UploadSizes.read(GoldenFrames.wrap(bytes), 0, bytes.length).charset();
        } catch (MalformedFrameException expected) {
            // The one way in which reading may end early.
        }
    }
}
