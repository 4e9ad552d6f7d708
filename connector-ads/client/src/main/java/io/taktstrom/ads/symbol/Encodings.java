package io.taktstrom.ads.symbol;

import java.util.List;

import io.taktstrom.ads.protocol.Attribute;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.StringType;
import org.jspecify.annotations.Nullable;

/** The encoding of a STRING: windows-1252 unless the PLC's programmer said otherwise. */
final class Encodings {

    /** InfoSys "Attribute 'TcEncoding'": {@code {attribute 'TcEncoding' := 'UTF-8'}}. */
    private static final Attribute UTF_8 = new Attribute("TcEncoding", "UTF-8");

    private Encodings() {}

    static @Nullable DataType apply(@Nullable DataType type, List<Attribute> attributes) {
        return type == null ? null : required(type, attributes);
    }

    static DataType required(DataType type, List<Attribute> attributes) {
        boolean utf8 = attributes.stream()
                .anyMatch(attribute -> attribute.name().equalsIgnoreCase(UTF_8.name())
                        && attribute.value().equalsIgnoreCase(UTF_8.value()));
        return utf8 ? utf8(type) : type;
    }

    private static DataType utf8(DataType type) {
        if (type instanceof StringType string && string.encoding() == StringType.Encoding.WINDOWS_1252) {
            return new StringType(StringType.Encoding.UTF_8, string.length());
        }
        return type instanceof ArrayType array ? new ArrayType(utf8(array.element()), array.bounds()) : type;
    }
}
