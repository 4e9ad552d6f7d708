package io.taktstrom.ads.tck;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import io.taktstrom.ads.AdsOptions;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.SubscriptionSettings;

/** A process that has a library in another one, and is killed: run by {@link IsolationContract}. */
public final class Parent {

    static final String CHILD = "child ";

    private Parent() {}

    /**
     * Connects, prints the id of the library's process, and stays.
     *
     * @param arguments backend and library
     */
    public static void main(String[] arguments) throws Exception {
        Map<String, String> options = Map.of(
                AdsOptions.BACKEND.name(),
                arguments[0],
                AdsOptions.LIBRARY.name(),
                arguments[1],
                AdsOptions.ISOLATION.name(),
                "process");
        try (AdsDevice device = AdsDevice.atFixedPort(NativeContract.TCP_PORT, options);
                Connection connection = device.provider().connect(device.endpoint(), ConnectContext.standard())) {
            connection.subscribe(
                    connection.resolve(List.of(DataPoint.of("MAIN.counter"))),
                    SubscriptionSettings.cyclic(Duration.ofMillis(1)),
                    batch -> {});
            ProcessHandle.current().children().forEach(child -> System.out.println(CHILD + child.pid()));
            System.out.flush();
            new CountDownLatch(1).await();
        }
    }
}
