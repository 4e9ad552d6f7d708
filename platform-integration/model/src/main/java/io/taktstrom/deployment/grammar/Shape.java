package io.taktstrom.deployment.grammar;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A mapping with known keys.
 *
 * @param name what selects it in its {@link Choice}, or what it is
 * @param description one or two sentences
 */
public record Shape(String name, String description, List<ShapeField> fields) {

    public Shape {
        fields = List.copyOf(fields);
    }

    static Shape of(String name, String description, ShapeField... fields) {
        return new Shape(name, description, List.of(fields));
    }

    public @Nullable ShapeField field(String fieldName) {
        for (ShapeField field : fields) {
            if (field.name().equals(fieldName)) {
                return field;
            }
        }
        return null;
    }

    /** What the mappings within a field can be; for a field that has some. */
    public Choice choice(String fieldName) {
        ShapeField field = field(fieldName);
        if (field == null || !(field.kind() instanceof Kind.Nested nested)) {
            throw new IllegalArgumentException(name + "." + fieldName + " holds no mappings");
        }
        return nested.choice();
    }

    public List<String> fieldNames() {
        return fields.stream().map(ShapeField::name).toList();
    }
}
