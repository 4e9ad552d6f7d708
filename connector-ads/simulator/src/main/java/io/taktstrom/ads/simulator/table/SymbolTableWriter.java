package io.taktstrom.ads.simulator.table;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

import io.taktstrom.ads.simulator.memory.PlcVariable;
import io.taktstrom.ads.simulator.model.PlcType;
import io.taktstrom.ads.simulator.model.Symbol;

/**
 * Entries of the symbol table as TwinCAT 3.1 writes them.
 *
 * <pre>
 *  length 4 | group 4 | offset 4 | size 4 | type id 4 | flags 2 | 0 2 | name, type, comment lengths 2 2 2
 *  name 0 | type name 0 | comment 0 | GUID 16 | attributes if flagged | zeros up to a multiple of 8
 * </pre>
 *
 * (TwinCAT Ads.h, AdsSymbolEntry; padding and GUIDs as in the captured uploads.)
 */
public final class SymbolTableWriter {

    private static final int PERSISTENT = 0x0001;
    private static final int BIT = 0x0002;
    private static final int REFERENCE = 0x0004;
    private static final int TYPE_GUID = 0x0008;
    private static final int READ_ONLY = 0x0020;
    private static final int ATTRIBUTES = 0x1000;

    private static final String ADDRESS_TYPE = "TcAddressType";

    private SymbolTableWriter() {}

    public static byte[] entry(PlcVariable variable) {
        TableWriter writer = new TableWriter();
        write(writer, variable, TypeFacts::guid);
        return writer.toBytes();
    }

    public static void write(TableWriter writer, PlcVariable variable, Function<PlcType, UUID> guids) {
        Map<String, String> attributes = attributes(variable);
        int start = writer.size();
        writer.int32(0)
                .int32(variable.indexGroup())
                .int32(variable.indexOffset())
                .int32(variable.bytes())
                .int32(TypeFacts.typeId(variable.type()))
                .int16(flags(variable, attributes))
                .int16(0)
                .length(variable.name())
                .length(variable.type().name())
                .length(variable.comment())
                .text(variable.name())
                .text(variable.type().name())
                .text(variable.comment())
                .guid(guids.apply(variable.type()));
        if (!attributes.isEmpty()) {
            writer.attributes(attributes);
        }
        writer.endEntry(start, true);
    }

    private static int flags(PlcVariable variable, Map<String, String> attributes) {
        Symbol symbol = variable.symbol();
        return TYPE_GUID
                | (symbol.persistent() ? PERSISTENT : 0)
                | (variable.isBit() ? BIT : 0)
                | (variable.type().resolved() instanceof PlcType.Pointer pointer && pointer.reference() ? REFERENCE : 0)
                | (symbol.writable() ? 0 : READ_ONLY)
                | (attributes.isEmpty() ? 0 : ATTRIBUTES);
    }

    private static Map<String, String> attributes(PlcVariable variable) {
        Map<String, String> attributes = new LinkedHashMap<>(variable.attributes());
        Symbol.Place place = variable.symbol().place();
        if (place instanceof Symbol.Place.Input) {
            attributes.put(ADDRESS_TYPE, "Input");
        } else if (place instanceof Symbol.Place.Output) {
            attributes.put(ADDRESS_TYPE, "Output");
        }
        return attributes;
    }
}
