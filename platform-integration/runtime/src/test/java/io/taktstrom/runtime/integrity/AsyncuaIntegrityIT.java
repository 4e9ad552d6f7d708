package io.taktstrom.runtime.integrity;

import java.io.IOException;

class AsyncuaIntegrityIT extends IntegrityRun {

    @Override
    CountingDevice device() throws IOException {
        return new ForeignServer("TAKT_PYTHON", "asyncua_server.py");
    }
}
