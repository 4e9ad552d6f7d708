package io.taktstrom.sinks.sql;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

import io.taktstrom.descriptor.Option;
import io.taktstrom.sinks.format.OptionList;
import io.taktstrom.sinks.format.Template;

/** What {@code type: postgresql} takes. */
final class PostgresOptions {

    static final OptionList OPTIONS = new OptionList();

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

    static final Option<String> HOST =
            OPTIONS.text("host", ".+", "a host name or an address", "localhost", "Host of the server.");

    static final Option<Integer> PORT = OPTIONS.whole("port", 1, 65_535, 5432, "TCP port of the server.");

    static final Option<String> DATABASE =
            OPTIONS.text("database", ".+", "the name of a database", null, "Name of the database.");

    static final Option<String> USER = OPTIONS.text(
            "user",
            ".+",
            "the name of a role",
            null,
            "Role; needs INSERT and SELECT on the tables, TEMPORARY in the database, and CREATE in the schema for 'create'.");

    static final Option<String> PASSWORD =
            OPTIONS.secret("password", "", "Password of the role; empty for a server that asks for none.");

    static final Option<String> SSL_MODE = OPTIONS.choice(
            "sslMode",
            List.of(AUTO, "disable", "prefer", "require", "verify-ca", VERIFY_FULL),
            AUTO,
            "Modes of libpq. 'verify-full' encrypts and verifies certificate and host name, 'prefer' encrypts if possible."
                    + " 'auto' is 'prefer' for a server on this machine, 'verify-full' for any other.");

    static final Option<String> CA = OPTIONS.text(
            "ca",
            "",
            "File of the certificates (PEM) that 'verify-ca' and 'verify-full' trust; relative to the deployment file."
                    + " Empty for libpq's default.");

    static final Option<String> SCHEMA =
            OPTIONS.text("schema", "", "Schema of the tables; empty for the first one of the search path.");

    static final Option<Template> TABLE = OPTIONS.template(
            "table",
            NAMES,
            UnaryOperator.identity(),
            "samples",
            "Table of a sample: a template, at most 63 bytes; case-sensitive.");

    static final Option<String> LAYOUT = OPTIONS.choice(
            "layout",
            List.of(NARROW, WIDE),
            NARROW,
            "'narrow': a row per sample. 'wide': a row per time, a column per point.");

    static final Option<Template> COLUMN = OPTIONS.template(
            "column",
            NAMES,
            UnaryOperator.identity(),
            "{point}",
            "Column of a point in the wide layout: a template, at most 63 bytes.");

    static final Option<List<String>> EXTRA = OPTIONS.words(
            "extra",
            List.of(NONE, "connection", "stream", "unit", "type", "labels"),
            NONE,
            "Additional columns of the narrow layout: texts, and labels as jsonb.");

    static final Option<Boolean> CREATE =
            OPTIONS.flag("create", false, "Creates missing tables, and in the wide layout missing columns.");

    static final Option<Boolean> HYPERTABLE = OPTIONS.flag(
            "hypertable", true, "Makes created tables hypertables where the database has the extension timescaledb.");

    static final Option<Duration> CONNECT_TIMEOUT =
            OPTIONS.time("connectTimeout", "1s", "5m", "5s", "Time limit for connecting, in whole seconds.");

    static final Option<Duration> REQUEST_TIMEOUT = OPTIONS.time(
            "requestTimeout",
            "1s",
            "1h",
            "30s",
            "Time limit for a flush unit; then it is sent again over a new connection.");

    private PostgresOptions() {}
}
