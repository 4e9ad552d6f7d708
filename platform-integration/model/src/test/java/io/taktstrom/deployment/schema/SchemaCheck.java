package io.taktstrom.deployment.schema;

import java.util.List;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.taktstrom.deployment.Catalog;
import io.taktstrom.deployment.grammar.DeploymentSchema;

/** A foreign validator with our schema. */
public final class SchemaCheck {

    private final Schema schema;

    private SchemaCheck(Schema schema) {
        this.schema = schema;
    }

    public static SchemaCheck of(Catalog catalog) {
        SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
        return new SchemaCheck(registry.getSchema(DeploymentSchema.of(catalog)));
    }

    /** What is wrong with a YAML text. */
    public List<String> problems(String yaml) {
        return schema.validate(yaml, InputFormat.YAML).stream()
                .map(Object::toString)
                .toList();
    }
}
