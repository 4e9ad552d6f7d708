package io.taktstrom.spring.stream;

import io.taktstrom.testkit.SinkContract;
import io.taktstrom.testkit.SinkUnderTest;

/** The contract of all sinks, with a binder that does as it is told. */
class SpringSinkTest extends SinkContract {

    @Override
    protected SinkUnderTest startReceiver() {
        return new FakeBinder();
    }
}
