package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.spi.MalformedFrameException;

/** Reads what 0xF00E and 0xF011 deliver: data types, one {@link DataTypeEntry} after the other. */
public final class DataTypeTable {

    private DataTypeTable() {}

    /** All data types of an upload. */
    public static List<DataTypeEntry> readAll(ByteBuffer buffer, int position, int length, Charset charset)
            throws MalformedFrameException {
        return readAll(buffer, position, length, charset, TableBudget.UNLIMITED);
    }

    /** All data types of an upload, as far as the budget goes: who sends them may not be trusted. */
    public static List<DataTypeEntry> readAll(
            ByteBuffer buffer, int position, int length, Charset charset, TableBudget budget)
            throws MalformedFrameException {
        TableReader reader = new TableReader(buffer, position, length, charset, budget);
        List<DataTypeEntry> types = new ArrayList<>();
        while (reader.hasEntry()) {
            types.add(DataTypeEntry.read(reader, 0));
        }
        return types;
    }
}
