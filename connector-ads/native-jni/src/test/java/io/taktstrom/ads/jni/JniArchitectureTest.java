package io.taktstrom.ads.jni;

import io.taktstrom.ads.tck.BindingArchitecture;

class JniArchitectureTest extends BindingArchitecture {

    JniArchitectureTest() {
        super("io.taktstrom.ads.jni");
    }
}
