package io.taktstrom.ads.ffm;

import io.taktstrom.ads.tck.BindingArchitecture;

/** An integration test only because that is what runs on the newer Java. */
class FfmArchitectureIT extends BindingArchitecture {

    FfmArchitectureIT() {
        super("io.taktstrom.ads.ffm");
    }
}
