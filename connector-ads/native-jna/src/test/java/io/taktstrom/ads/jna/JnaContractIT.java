package io.taktstrom.ads.jna;

import io.taktstrom.ads.tck.NativeContract;

class JnaContractIT extends NativeContract {

    JnaContractIT() {
        super("jna");
    }
}
