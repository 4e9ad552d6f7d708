package io.taktstrom.cli.log;

import io.taktstrom.cli.terminal.TerminalOutput;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a long-running command logs. */
public final class LogOptions {

    @Option(names = "--log-format", paramLabel = "text|json", description = "The form of the log; text without this.")
    private @Nullable LogFormat format;

    @Option(
            names = "--log-level",
            paramLabel = "LEVEL",
            description =
                    "What is logged: error, warn, info, debug, trace, off; of a part alone PART=LEVEL, several with"
                            + " commas between. Parts: takt (the deployment itself), stream, ads, s7, opcua, mqtt, kafka, amqp, sql,"
                            + " or a logger.")
    private @Nullable LogLevels levels;

    /** Whether any of the options is given. */
    public boolean isGiven() {
        return format != null || levels != null;
    }

    /** Opens the log, and has libraries write into it. */
    public RunLog open(TerminalOutput out, boolean verbose) {
        LogLevels wanted = levels != null ? levels : verbose ? LogLevels.parse("debug") : LogLevels.STANDARD;
        return new RunLog(out, format == null ? LogFormat.TEXT : format, wanted).takeOver();
    }
}
