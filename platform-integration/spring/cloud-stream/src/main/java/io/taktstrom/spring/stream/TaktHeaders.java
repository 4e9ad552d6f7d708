package io.taktstrom.spring.stream;

/**
 * Names of the headers of a message with samples. Those of one sample only ({@code json}, {@code avro}, ...) stand on messages
 * of one sample; {@code contentType} is Spring's own.
 */
public final class TaktHeaders {

    /** Name of the point; of one sample only. */
    public static final String POINT = "point";

    /** Status by its name: {@code Good}, {@code Bad_NoCommunication}; of one sample only. */
    public static final String STATUS = "status";

    /** {@code Good}, {@code Uncertain} or {@code Bad}: the status in one word; of one sample only. */
    public static final String QUALITY = "quality";

    /** When the device says that the value was so, RFC 3339 with nanoseconds, empty when it does not; of one sample only. */
    public static final String SOURCE_TIME = "sourceTime";

    /** When Taktstrom received it, RFC 3339 with nanoseconds; of one sample only. */
    public static final String RECEIVED_AT = "receivedAt";

    /** What the sink's option {@code key} gives: what belongs together and stays in order. */
    public static final String KEY = "takt_key";

    /** The stream and the sink, {@code stream.sink}. */
    public static final String STREAM = "takt_stream";

    /** Number of the flush unit in its stream, from 1 with each start of the process. A {@code Long}. */
    public static final String UNIT = "takt_unit";

    /** Place of the message in its flush unit, from 0. An {@code Integer}; with unit and stream it tells what comes again. */
    public static final String MESSAGE = "takt_message";

    /** Greater each time that a flush unit is delivered again. An {@code Integer}. */
    public static final String ATTEMPT = "takt_attempt";

    /** Identifier of the command that an answer is about. */
    public static final String COMMAND = "takt_command";

    /** What became of it: {@code done}, {@code refused} and so on. */
    public static final String OUTCOME = "takt_outcome";

    private TaktHeaders() {}
}
