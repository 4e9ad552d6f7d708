package io.taktstrom.ads.adstojava;

import io.taktstrom.ads.jni.NativeTools;
import io.taktstrom.ads.tck.AdsLibFile;

/** The contract on classes that stand in for AdsToJava's, with AdsLib behind them. */
class StandInContractIT extends AdsToJavaContract {

    StandInContractIT() {
        super(AdsLibFile.required());
        NativeTools.requireShim();
    }
}
