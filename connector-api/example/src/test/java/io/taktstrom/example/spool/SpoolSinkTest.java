package io.taktstrom.example.spool;

import java.io.IOException;

import io.taktstrom.testkit.SinkContract;
import io.taktstrom.testkit.SinkUnderTest;

class SpoolSinkTest extends SinkContract {

    @Override
    protected SinkUnderTest startReceiver() throws IOException {
        return new SpoolFolder();
    }
}
