package io.taktstrom.opcua.value;

/** Numeric node ids have three forms on the wire (OPC 10000-6, 5.2.2.9); to be compared, they take the longest. */
final class NodeIdBytes {

    private NodeIdBytes() {}

    static byte[] canonical(byte[] id) {
        if (id.length == 2 && id[0] == 0) {
            return new byte[] {2, 0, 0, id[1], 0, 0, 0};
        }
        if (id.length == 4 && id[0] == 1) {
            return new byte[] {2, id[1], 0, id[2], id[3], 0, 0};
        }
        return id;
    }
}
