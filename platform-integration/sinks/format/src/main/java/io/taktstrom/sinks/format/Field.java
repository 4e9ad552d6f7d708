package io.taktstrom.sinks.format;

import java.util.List;

/**
 * One thing that is known of a sample, in the vocabulary of all sinks: what a file or a message calls it, in JSON, CSV, Avro
 * and Protocol Buffers alike.
 */
public enum Field {
    /** The data point's name. */
    POINT("point", true, 1),
    /** Name of the connection that has the point. */
    CONNECTION("connection", true, 2),
    /** Name of the stream that the sample came by. */
    STREAM("stream", true, 3),
    /** The point's unit, a UCUM code. */
    UNIT("unit", true, 4),
    /** The point's IEC 61131-3 type. */
    TYPE("type", true, 5),
    /** The point's labels. */
    LABELS("labels", true, 6),
    /** The value; none when the status is Bad. */
    VALUE("value", false, 0),
    /** The status by its name in OPC UA, with {@code +Overflow} when samples were lost before this one. */
    STATUS("status", false, 14),
    /** The same as a number, unsigned. */
    STATUS_CODE("statusCode", false, 15),
    /** {@code Good}, {@code Uncertain} or {@code Bad}. */
    QUALITY("quality", false, 16),
    /** The device's time of the value. */
    SOURCE_TIME("sourceTime", false, 17),
    /** When we got the sample. */
    RECEIVED_AT("receivedAt", false, 18),
    /** The sample's number among all that its source has delivered since it was opened, from 0. */
    SEQUENCE("sequence", false, 19);

    private final String key;
    private final boolean ofPoint;
    private final int number;

    Field(String key, boolean ofPoint, int number) {
        this.key = key;
        this.ofPoint = ofPoint;
        this.number = number;
    }

    /** Its name in files, messages and deployments. */
    public String key() {
        return key;
    }

    /** Whether it is the same for all samples of a point. */
    public boolean isOfPoint() {
        return ofPoint;
    }

    /** Its number in sample.proto; a value has one for each type. */
    int number() {
        return number;
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
