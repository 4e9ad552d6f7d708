package io.taktstrom.ads.jna;

import io.taktstrom.ads.tck.IsolatedContract;

class IsolatedJnaIT extends IsolatedContract {

    IsolatedJnaIT() {
        super("jna");
    }
}
