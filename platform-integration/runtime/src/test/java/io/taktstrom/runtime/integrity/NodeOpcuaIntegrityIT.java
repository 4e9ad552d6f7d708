package io.taktstrom.runtime.integrity;

import java.io.IOException;

class NodeOpcuaIntegrityIT extends IntegrityRun {

    @Override
    CountingDevice device() throws IOException {
        return new ForeignServer("TAKT_NODE", "node/server.mjs");
    }
}
