package io.taktstrom.ads.adstojava;

import io.taktstrom.ads.tck.BindingArchitecture;

class AdsToJavaArchitectureTest extends BindingArchitecture {

    AdsToJavaArchitectureTest() {
        super("io.taktstrom.ads.adstojava");
    }
}
