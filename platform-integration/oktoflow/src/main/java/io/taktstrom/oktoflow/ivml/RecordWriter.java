package io.taktstrom.oktoflow.ivml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

import io.taktstrom.deployment.PointConfig;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.oktoflow.PlatformType;
import org.jspecify.annotations.Nullable;

/** Writes the record types of a connector, and before them the types that their fields need. */
final class RecordWriter {

    private final IvmlText out;
    private final IvmlNames names;
    private final ConnectorSection section;
    private final Function<PointConfig, @Nullable DataType> types;
    private final Map<String, String> declared = new LinkedHashMap<>();
    private final Map<String, String> fieldNames = new LinkedHashMap<>();
    private final Map<String, String> addresses = new LinkedHashMap<>();

    RecordWriter(
            IvmlText out, IvmlNames names, ConnectorSection section, Function<PointConfig, @Nullable DataType> types) {
        this.out = out;
        this.names = names;
        this.section = section;
        this.types = types;
        IvmlNames fields = new IvmlNames();
        for (PointConfig point : section.points()) {
            String id = point.name();
            String prefix = section.connection().name() + ".";
            String field = fields.identifier(id.startsWith(prefix) ? id.substring(prefix.length()) : id);
            fieldNames.put(id, field);
            addresses.put(field, point.point().address());
        }
    }

    /** Of the fields, by name. */
    Map<String, String> addresses() {
        return addresses;
    }

    /** Writes a record, and says its name. */
    String write(String name, List<PointConfig> points) {
        List<String> fields = new ArrayList<>();
        for (PointConfig point : points) {
            fields.add(field(point.point(), Objects.requireNonNull(ConnectorSection.typeOf(point, types))));
        }
        String record = names.identifier(name);
        out.open("\nRecordType " + record + " =");
        out.line("name = " + IvmlNames.quoted(record) + ",");
        if (fields.isEmpty()) {
            out.line("fields = {}");
        } else {
            out.block("fields =", fields, "}");
        }
        out.close("};");
        return record;
    }

    private String field(DataPoint point, DataType type) {
        String name = Objects.requireNonNull(fieldNames.get(point.name()));
        DataType stated = point.type();
        return "TaktstromField {name = " + IvmlNames.quoted(name) + ", type = refBy(" + typeName(type)
                + "), cachingTime = CACHE_NONE, point = " + IvmlNames.quoted(point.name()) + ", address = "
                + IvmlNames.quoted(point.address())
                + (stated == null ? "" : ", deviceType = " + IvmlNames.quoted(stated.text()))
                + (point.unit().isEmpty() ? "" : ", unit = " + IvmlNames.quoted(point.unit())) + "}";
    }

    private String typeName(DataType type) {
        if (type instanceof ArrayType array) {
            return arrayName(array);
        }
        if (type instanceof EnumType enumeration && !enumeration.members().isEmpty()) {
            return declared.computeIfAbsent(enumeration.text(), text -> enumeration(enumeration));
        }
        return Objects.requireNonNull(PlatformType.of(type)).ivmlName();
    }

    private String arrayName(ArrayType array) {
        DataType element = array.bounds().size() < 2
                ? array.element()
                : new ArrayType(
                        array.element(),
                        array.bounds().subList(1, array.bounds().size()));
        if (element == ScalarType.BYTE || element == ScalarType.USINT || element == ScalarType.SINT) {
            return "ByteArrayType";
        }
        String of = typeName(element);
        return switch (of) {
            case "Integer32Type" -> "IntegerArrayType";
            case "DoubleType" -> "DoubleArrayType";
            case "StringType" -> "StringArrayType";
            default ->
                declared.computeIfAbsent(of + "[]", text -> {
                    String name = names.identifier(section.name() + "_" + of + "Array");
                    out.line("\nArrayType " + name + " = {name = " + IvmlNames.quoted(name) + ", type = refBy(" + of
                            + ")};");
                    return name;
                });
        };
    }

    private String enumeration(EnumType type) {
        String name = names.identifier(type.name());
        out.open("\nEnumType " + name + " =");
        out.line("name = " + IvmlNames.quoted(name) + ",");
        out.block(
                "literals =",
                type.members().stream()
                        .map(member -> "EnumLiteral {name = " + IvmlNames.quoted(member.name()) + ", ordinal = "
                                + member.value() + "}")
                        .toList(),
                "}");
        out.close("};");
        return name;
    }
}
