package io.taktstrom.opcua.service;

import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;

/** Nodes of the standard's own namespace (the OPC Foundation's NodeIds.csv). */
public final class NodeIds {

    static final NodeId HIERARCHICAL_REFERENCES = new NodeId(0, 33);
    static final NodeId HAS_ENCODING = new NodeId(0, 38);
    static final NodeId HAS_DESCRIPTION = new NodeId(0, 39);
    static final NodeId HAS_COMPONENT = new NodeId(0, 47);
    static final NodeId HAS_SUBTYPE = new NodeId(0, 45);

    /** Of a value of any type. */
    public static final NodeRef BASE_DATA_TYPE = ref(24);

    public static final NodeRef OBJECTS_FOLDER = ref(85);
    public static final NodeRef NAMESPACE_ARRAY = ref(2255);
    public static final NodeRef SERVER_STATE = ref(2259);
    public static final NodeRef PRODUCT_NAME = ref(2261);
    public static final NodeRef MANUFACTURER_NAME = ref(2263);
    public static final NodeRef SOFTWARE_VERSION = ref(2264);
    static final NodeRef ROOT = ref(84);
    static final NodeRef START_TIME = ref(2257);
    static final NodeRef MAX_NODES_PER_READ = ref(11_705);
    static final NodeRef MAX_NODES_PER_WRITE = ref(11_707);
    static final NodeRef MAX_NODES_PER_BROWSE = ref(11_710);
    static final NodeRef MAX_NODES_PER_TRANSLATE = ref(11_712);
    static final NodeRef MAX_MONITORED_ITEMS_PER_CALL = ref(11_714);

    private NodeIds() {}

    private static NodeRef ref(int number) {
        return new NodeRef(new NodeId(0, number));
    }
}
