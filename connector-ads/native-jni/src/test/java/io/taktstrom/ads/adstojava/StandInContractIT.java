package io.taktstrom.ads.adstojava;

import io.taktstrom.ads.jni.NativeTools;
import io.taktstrom.ads.tck.NativeContract;

/** The contract on classes that stand in for AdsToJava's, with AdsLib behind them. */
class StandInContractIT extends NativeContract {

    StandInContractIT() {
        super("adstojava");
        NativeTools.requireShim();
    }
}
