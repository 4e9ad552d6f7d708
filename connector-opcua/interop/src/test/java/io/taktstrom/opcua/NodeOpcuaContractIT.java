package io.taktstrom.opcua;

class NodeOpcuaContractIT extends PeerContract {

    NodeOpcuaContractIT() {
        super(PeerServer.Kind.NODE_OPCUA);
    }
}
