package io.taktstrom.oktoflow.ivml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.taktstrom.oktoflow.PlatformType;
import org.jspecify.annotations.Nullable;

/** Walks the records of an interface down to fields that have a value. */
final class ModelFields {

    private static final List<String> OWN = List.of("point", "address", "deviceType", "unit");

    /** Of oktoflow's OpcUaDataTypes, which a model imports from elsewhere. */
    private static final List<String> OPC_UA_TYPES = List.of("opcUnknownDataType", "opcUnsignedIntegerType");

    /** Records in records: a model has a handful. */
    private static final int MAX_DEPTH = 32;

    /** Of one interface, all records in records taken apart. */
    private static final int MAX_FIELDS = 100_000;

    private final IvmlModels models;
    private final String separator;
    private final List<ModelField> fields = new ArrayList<>();
    /** Fields and records so far. */
    private int walked;

    private ModelFields(IvmlModels models, String separator) {
        this.models = models;
        this.separator = separator;
    }

    /** @param interfaces the value of inInterface or outInterface; null for none */
    static List<ModelField> of(@Nullable IvmlValue interfaces, IvmlModels models, String separator) {
        ModelFields walk = new ModelFields(models, separator);
        if (interfaces instanceof IvmlValue.Braces braces) {
            braces.items().forEach(walk::oneInterface);
        } else if (interfaces instanceof IvmlValue.Name type) {
            walk.record(type, "", 0);
        } else if (interfaces != null) {
            models.wrong(interfaces, "an interface is expected in braces", "write {{type = refBy(RECORD)}}");
        }
        return walk.fields;
    }

    private void oneInterface(IvmlValue value) {
        if (!(value instanceof IvmlValue.Braces braces)
                || !(braces.fields().get("type") instanceof IvmlValue.Name type)) {
            models.wrong(value, "an interface needs a type", "write {type = refBy(RECORD)}");
            return;
        }
        IvmlValue path = braces.fields().get("path");
        record(type, path == null ? "" : models.text(path), 0);
    }

    private void record(IvmlValue.Name type, String path, int depth) {
        if (isTooMuch(type.at())) {
            return;
        }
        IvmlFile.Declaration declared = models.declaration(type);
        if (declared == null || !(declared.value() instanceof IvmlValue.Braces record)) {
            models.wrong(
                    type, "the record " + type.name() + " is not declared here", "name the file that declares it too");
            return;
        }
        if (depth > MAX_DEPTH) {
            models.wrong(type, "the record " + type.name() + " contains itself", "take that field away");
            walked = MAX_FIELDS;
            return;
        }
        if (record.fields().get("refining") instanceof IvmlValue.Name base
                && !base.name().equals("null")) {
            record(base, path, depth + 1);
        }
        if (record.fields().get("fields") instanceof IvmlValue.Braces list) {
            list.items().forEach(field -> field(field, path, depth));
        }
    }

    /** Two records that have the next one twice each are small, and their fields without number. */
    private boolean isTooMuch(Mark at) {
        if (walked == MAX_FIELDS - 1) {
            models.wrong(at, "the interface has more than " + MAX_FIELDS + " fields", "take it apart");
        }
        walked = Math.min(MAX_FIELDS, walked + 1);
        return walked == MAX_FIELDS;
    }

    private void field(IvmlValue value, String path, int depth) {
        if (isTooMuch(value.at())) {
            return;
        }
        if (!(value instanceof IvmlValue.Braces field)
                || !(field.fields().get("type") instanceof IvmlValue.Name type)
                || field.fields().get("name") == null) {
            models.wrong(
                    value,
                    "a field needs a name and a type",
                    "write Field {name = \"speed\", type = refBy(FloatType)}");
            return;
        }
        // A field of OPC UA: its name is made for the generator, the server's is the one shown.
        String shown = field.fields().containsKey("displayName") ? "displayName" : "name";
        String name = models.text(Objects.requireNonNull(field.fields().get(shown)));
        if (isRecord(type)) {
            String above = path.isEmpty() || path.endsWith(separator) || path.endsWith("/") ? path : path + separator;
            record(type, above + name + separator, depth + 1);
            return;
        }
        if (!isKnown(type)) {
            models.wrong(
                    type,
                    "the type " + type.name() + " is not declared here",
                    "name the file that declares it too; or take one of oktoflow's own, such as FloatType");
            return;
        }
        Map<String, String> own = new LinkedHashMap<>();
        for (String attribute : OWN) {
            IvmlValue given = field.fields().get(attribute);
            if (given != null) {
                own.put(attribute, models.text(given));
            }
        }
        String above = path.isEmpty() || path.endsWith(separator) || path.endsWith("/") ? path : path + separator;
        fields.add(new ModelField(above, name, own, field.at()));
    }

    private boolean isRecord(IvmlValue.Name type) {
        IvmlFile.Declaration declared = models.declaration(type);
        return declared != null
                && declared.value() instanceof IvmlValue.Braces braces
                && braces.fields().containsKey("fields");
    }

    /** One of oktoflow's own, or one that is declared. */
    private boolean isKnown(IvmlValue.Name type) {
        return PlatformType.named(type.name()) != null
                || type.name().endsWith("ArrayType")
                || type.name().endsWith("ListType")
                || type.name().equals("ByteStringType")
                || type.name().equals("ObjectType")
                || OPC_UA_TYPES.contains(type.name())
                || models.declaration(type) != null;
    }
}
