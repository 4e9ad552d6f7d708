package io.taktstrom.testkit.sink;

import java.io.IOException;

import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.FaultProxy;

/** A receiver that the sink reaches through a proxy only, and that fails by it. */
public interface ProxiedReceiver extends SinkUnderTest {

    /** Before the receiver; open as long as this is. */
    FaultProxy proxy();

    @Override
    default void fail() {
        proxy().arm(new Fault.Refuse());
        proxy().arm(new Fault.Reset(Direction.TO_SERVER, 0));
        proxy().arm(new Fault.Reset(Direction.TO_CLIENT, 0));
    }

    @Override
    default void stall() {
        proxy().arm(new Fault.Stall(Direction.TO_CLIENT, 0));
    }

    @Override
    default void recover() throws IOException {
        proxy().clear();
    }
}
