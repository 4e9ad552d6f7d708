package io.taktstrom.sinks.sql;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.sinks.format.PayloadOptions;
import io.taktstrom.sinks.format.Template;

/** What {@code type: postgresql} takes. */
final class PostgresOptions {

    static final String NARROW = "narrow";
    static final String WIDE = "wide";
    static final String NONE = "none";
    static final String AUTO = "auto";
    static final String VERIFY_FULL = "verify-full";

    private static final Set<Template.Name> NAMES = Set.of(
            Template.Name.POINT,
            Template.Name.CONNECTION,
            Template.Name.LABEL,
            Template.Name.STREAM,
            Template.Name.SINK);

    static final Option<String> HOST = Option.text(
            "host", new OptionType.Text(".+", "a host name or an address"), "localhost", "Where the server runs.");

    static final Option<Integer> PORT = Option.whole("port", 1, 65_535, 5432, "TCP port of the server.");

    static final Option<String> DATABASE =
            Option.text("database", new OptionType.Text(".+", "the name of a database"), null, "Name of the database.");

    static final Option<String> USER = Option.text(
            "user",
            new OptionType.Text(".+", "the name of a role"),
            null,
            "Role to log in as; it needs INSERT and SELECT on the tables, TEMPORARY in the database, and CREATE in the schema"
                    + " for 'create'.");

    static final Option<String> PASSWORD = new Option<>(
            "password", OptionType.Text.ANY, "", true, "Its password; none for a server that asks for none.");

    static final Option<String> SSL_MODE = Option.choice(
            "sslMode",
            List.of(AUTO, "disable", "prefer", "require", "verify-ca", VERIFY_FULL),
            AUTO,
            "The modes of libpq. 'verify-full' encrypts and verifies certificate and name of the server, 'prefer' encrypts where"
                    + " the server can. 'auto' is 'prefer' for a server on this machine, and 'verify-full' for any other.");

    static final Option<String> CA = Option.text(
            "ca",
            OptionType.Text.ANY,
            "",
            "File of the certificates (PEM) that 'verify-ca' and 'verify-full' trust; a relative path starts at the"
                    + " deployment file's directory. Without it, the driver looks where libpq does.");

    static final Option<String> SCHEMA = Option.text(
            "schema",
            OptionType.Text.ANY,
            "",
            "Schema of the tables; without it, the first one of the server's search path.");

    static final Option<Template> TABLE = PayloadOptions.template(
            "table",
            NAMES,
            UnaryOperator.identity(),
            "samples",
            "Table that a sample goes to: a template, at most 63 bytes; upper and lower case are told apart.");

    static final Option<Template> COLUMN = PayloadOptions.template(
            "column",
            NAMES,
            UnaryOperator.identity(),
            "{point}",
            "Column of a point in the wide layout: a template, at most 63 bytes.");

    static final Option<List<String>> EXTRA = Option.words(
            "extra",
            List.of(NONE, "connection", "stream", "unit", "type", "labels"),
            NONE,
            "Columns of the narrow layout with what is known of a point: texts, and labels as jsonb.");

    static final Option<String> LAYOUT = Option.choice(
            "layout",
            List.of(NARROW, WIDE),
            NARROW,
            "'narrow': a row for each sample. 'wide': a row for each time, a column for each point.");

    static final Option<Boolean> CREATE = Option.flag(
            "create", false, "Creates tables that are not there, and in the wide layout columns that are not there.");

    static final Option<Boolean> HYPERTABLE = Option.flag(
            "hypertable",
            true,
            "Makes a hypertable of each table that it creates, where the database has the extension timescaledb.");

    static final Option<Duration> CONNECT_TIMEOUT = Option.time(
            "connectTimeout",
            Duration.ofSeconds(1),
            Duration.ofMinutes(5),
            Duration.ofSeconds(5),
            "How long connecting may take; counted in whole seconds.");

    static final Option<Duration> REQUEST_TIMEOUT = Option.time(
            "requestTimeout",
            Duration.ofSeconds(1),
            Duration.ofHours(1),
            Duration.ofSeconds(30),
            "How long the server may take for a flush unit; then the connection is given up, and the unit comes again.");

    static final List<Option<?>> ALL = List.of(
            HOST,
            PORT,
            DATABASE,
            USER,
            PASSWORD,
            SSL_MODE,
            CA,
            SCHEMA,
            TABLE,
            LAYOUT,
            COLUMN,
            EXTRA,
            CREATE,
            HYPERTABLE,
            CONNECT_TIMEOUT,
            REQUEST_TIMEOUT);

    private PostgresOptions() {}
}
