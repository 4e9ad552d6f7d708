package io.taktstrom.ads.jna;

import io.taktstrom.ads.tck.IsolatedContract;

/** Takes minutes, so its name keeps it out of the ordinary build: {@code ./takt test isolation} runs it. */
class IsolatedJnaSuite extends IsolatedContract {

    IsolatedJnaSuite() {
        super("jna");
    }
}
