package io.taktstrom.spring.stream;

import io.taktstrom.testkit.sink.SinkContract;
import io.taktstrom.testkit.sink.SinkUnderTest;

/** The contract of all sinks, with a binder that does as it is told. */
class SpringSinkTest extends SinkContract {

    @Override
    protected SinkUnderTest startReceiver() {
        return new FakeBinder();
    }
}
