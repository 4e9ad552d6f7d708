package io.taktstrom.ads.jna;

import io.taktstrom.ads.tck.BindingArchitecture;

class JnaArchitectureTest extends BindingArchitecture {

    JnaArchitectureTest() {
        super("io.taktstrom.ads.jna");
    }
}
