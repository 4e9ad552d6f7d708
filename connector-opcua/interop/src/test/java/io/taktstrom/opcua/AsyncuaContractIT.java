package io.taktstrom.opcua;

class AsyncuaContractIT extends PeerContract {

    AsyncuaContractIT() {
        super(PeerServer.Kind.ASYNCUA);
    }
}
