package io.taktstrom.cli.log;

import io.taktstrom.cli.terminal.Outlet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How a command that runs for long logs. */
public final class LogOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--log-format",
            paramLabel = "text|json",
            converter = Converter.class,
            description = "How lines of the log look; text without this.")
    private @Nullable LogFormat format;

    private @Nullable LogLevels levels;

    @Option(
            names = "--log-level",
            paramLabel = "LEVEL",
            description =
                    "What is logged: error, warn, info, debug, trace, off; of a part alone PART=LEVEL, several with"
                            + " commas between. Parts: takt (the deployment itself), stream, ads, s7, opcua, mqtt, kafka, amqp, sql,"
                            + " or a logger.")
    public void level(String text) {
        try {
            levels = LogLevels.parse(text);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--log-level " + text + ": " + e.getMessage(), e);
        }
    }

    /** In small letters, as people type. */
    static final class Converter implements CommandLine.ITypeConverter<LogFormat> {

        @Override
        public LogFormat convert(String text) {
            for (LogFormat known : LogFormat.values()) {
                if (known.toString().equals(text)) {
                    return known;
                }
            }
            throw new CommandLine.TypeConversionException("'" + text + "' is not text or json");
        }
    }

    /** Whether anybody has asked for something. */
    public boolean isAsked() {
        return format != null || levels != null;
    }

    /**
     * The log that was asked for.
     *
     * @param verbose whether --verbose was given
     */
    public RunLog open(Outlet out, boolean verbose) {
        LogLevels wanted = levels != null ? levels : verbose ? LogLevels.parse("debug") : LogLevels.STANDARD;
        return new RunLog(out, format == null ? LogFormat.TEXT : format, wanted);
    }
}
