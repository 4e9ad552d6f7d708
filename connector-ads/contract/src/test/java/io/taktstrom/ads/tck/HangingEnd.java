package io.taktstrom.ads.tck;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;

import io.taktstrom.ads.AdsOptions;
import io.taktstrom.data.PointGroup;
import io.taktstrom.descriptor.CommonOptions;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.FaultProxy;

/** A process whose library hangs in a request, and that ends nevertheless: run by {@link NativeContract}. */
public final class HangingEnd {

    static final int EXIT_CODE = 7;

    private static final int SEED = 1;
    /** AMS/TCP header, AMS header, and half of the result: AdsLib has taken the answer, and waits for the rest. */
    private static final int HALF_AN_ANSWER = 6 + 32 + 2;

    private HangingEnd() {}

    /**
     * Breaks the connection in the middle of an answer, closes it, and halts.
     *
     * @param arguments backend and library
     */
    public static void main(String[] arguments) throws Exception {
        Map<String, String> options = Map.of(
                AdsOptions.BACKEND.name(),
                arguments[0],
                AdsOptions.LIBRARY.name(),
                arguments[1],
                CommonOptions.REQUEST_TIMEOUT.name(),
                "500ms");
        try (AdsDevice device = AdsDevice.atFixedPort(NativeContract.TCP_PORT, options);
                FaultProxy proxy = FaultProxy.start(
                        new InetSocketAddress(
                                device.endpoint().host(), device.endpoint().port()),
                        device.proxyAddress(),
                        SEED)) {
            Connection connection =
                    device.provider().connect(device.endpointThrough(proxy.address()), ConnectContext.standard());
            PointGroup group = connection.resolve(List.of(DataPoint.of("MAIN.counter")));
            proxy.arm(new Fault.Truncate(Direction.TO_CLIENT, proxy.forwarded(Direction.TO_CLIENT) + HALF_AN_ANSWER));
            try {
                while (true) {
                    connection.read(group, group.newBatch());
                }
            } catch (ConnectorException e) {
                System.out.println("read: " + e.getMessage());
            }
            connection.close();
            System.out.println("closed");
            Runtime.getRuntime().halt(EXIT_CODE);
        }
    }
}
