package io.taktstrom.sinks.sql;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.lease.LeaseStore;
import io.taktstrom.lease.LeaseStoreProvider;
import io.taktstrom.sink.SinkContext;

/** Opens a lease of {@code type: postgresql}. */
public final class PostgresLeaseProvider implements LeaseStoreProvider {

    private static final Option<String> NAME = Option.text(
            "name",
            new OptionType.Text("[^\\x00]{1,200}", "a name of 1 to 200 characters"),
            null,
            "Name of the lease, one for each deployment.");

    private static final Option<String> USER = Option.text(
            PostgresOptions.USER.name(),
            new OptionType.Text(".+", "the name of a role"),
            null,
            "Role; needs SELECT, INSERT and UPDATE on the table, and CREATE in the schema while the table is missing.");

    private static final Option<String> TABLE = Option.text(
            "table",
            new OptionType.Text(".{1,63}", "the name of a table"),
            "taktstrom_lease",
            "Table with a row for each lease; created when it is missing.");

    private static final PartDescriptor DESCRIPTOR = new PartDescriptor(
            "postgresql",
            "A row in a table of PostgreSQL.",
            List.of(
                    NAME,
                    PostgresOptions.HOST,
                    PostgresOptions.PORT,
                    PostgresOptions.DATABASE,
                    USER,
                    PostgresOptions.PASSWORD,
                    PostgresOptions.SSL_MODE,
                    PostgresOptions.CA,
                    PostgresOptions.SCHEMA,
                    TABLE));

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public LeaseStore open(OptionValues options, SinkContext context, Duration limit) throws IOException {
        return new PostgresLease(
                PostgresTarget.of(options, context).within(limit),
                PostgresLease.table(options.get(PostgresOptions.SCHEMA), options.get(TABLE)),
                options.get(NAME));
    }
}
