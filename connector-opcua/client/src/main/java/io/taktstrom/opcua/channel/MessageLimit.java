package io.taktstrom.opcua.channel;

/**
 * How large one answer may be.
 *
 * @param bytes most of a message, what all its chunks carry
 * @param remedy what to change for it to be more
 */
public record MessageLimit(int bytes, String remedy) {

    /** For messages. */
    String exceeded() {
        return "an answer has more than " + bytes + " bytes; " + remedy + ", or lower maxNodesPerRequest";
    }
}
