package io.taktstrom.ads.jna;

import io.taktstrom.ads.tck.IsolationContract;

class IsolationJnaIT extends IsolationContract {

    IsolationJnaIT() {
        super("jna");
    }
}
