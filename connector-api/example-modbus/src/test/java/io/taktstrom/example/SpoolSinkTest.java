package io.taktstrom.example;

import java.io.IOException;

import io.taktstrom.testkit.sink.SinkContract;
import io.taktstrom.testkit.sink.SinkUnderTest;

class SpoolSinkTest extends SinkContract {

    @Override
    protected SinkUnderTest startReceiver() throws IOException {
        return new SpoolFolder();
    }
}
