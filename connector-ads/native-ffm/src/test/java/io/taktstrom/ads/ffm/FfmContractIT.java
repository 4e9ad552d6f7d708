package io.taktstrom.ads.ffm;

import io.taktstrom.ads.tck.NativeContract;

class FfmContractIT extends NativeContract {

    FfmContractIT() {
        super("ffm");
    }
}
