package io.taktstrom.ads.adstojava;

import io.taktstrom.ads.tck.BindingArchitecture;

/** It ends the process by way of our shim, as AdsToJava's own library cannot. */
class AdsToJavaArchitectureTest extends BindingArchitecture {

    AdsToJavaArchitectureTest() {
        super("io.taktstrom.ads.adstojava", "io.taktstrom.ads.jni");
    }
}
