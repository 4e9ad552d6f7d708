package io.taktstrom.sinks.format;

import java.util.List;

/**
 * One thing that is known of a sample, in the vocabulary of all sinks: what a file or a message calls it, in JSON, CSV, Avro
 * and Protocol Buffers alike.
 */
public enum Field {
    /** The data point's name. */
    POINT("point", true),
    /** Name of the connection that has the point. */
    CONNECTION("connection", true),
    /** Name of the stream that the sample came by. */
    STREAM("stream", true),
    /** The point's unit, a UCUM code. */
    UNIT("unit", true),
    /** The point's IEC 61131-3 type. */
    TYPE("type", true),
    /** The point's labels. */
    LABELS("labels", true),
    /** The value; none when the status is Bad. */
    VALUE("value", false),
    /** The status by its name in OPC UA, with {@code +Overflow} when samples were lost before this one. */
    STATUS("status", false),
    /** The same as a number, unsigned. */
    STATUS_CODE("statusCode", false),
    /** {@code Good}, {@code Uncertain} or {@code Bad}. */
    QUALITY("quality", false),
    /** The device's time of the value. */
    SOURCE_TIME("sourceTime", false),
    /** When we got the sample. */
    RECEIVED_AT("receivedAt", false),
    /** The sample's number among all that its source has delivered since it was opened, from 0. */
    SEQUENCE("sequence", false);

    private final String key;
    private final boolean ofPoint;

    Field(String key, boolean ofPoint) {
        this.key = key;
        this.ofPoint = ofPoint;
    }

    /** Its name in files, messages and deployments. */
    public String key() {
        return key;
    }

    /** Whether it is the same for all samples of a point. */
    public boolean isOfPoint() {
        return ofPoint;
    }

    /** All names. */
    public static List<String> keys() {
        return Words.of(values(), Field::key);
    }

    /** By its name. */
    public static Field of(String key) {
        return Words.find("field", key, values(), Field::key);
    }
}
