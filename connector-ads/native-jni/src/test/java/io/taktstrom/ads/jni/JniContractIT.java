package io.taktstrom.ads.jni;

import io.taktstrom.ads.tck.NativeContract;

class JniContractIT extends NativeContract {

    JniContractIT() {
        super("jni");
        NativeTools.requireShim();
    }
}
