package io.taktstrom.ads.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import org.apache.plc4x.java.api.PlcConnection;
import org.apache.plc4x.java.api.PlcDriverManager;
import org.apache.plc4x.java.api.exceptions.PlcConnectionException;
import org.apache.plc4x.java.api.messages.PlcReadRequest;
import org.apache.plc4x.java.api.messages.PlcReadResponse;
import org.apache.plc4x.java.api.messages.PlcSubscriptionResponse;
import org.apache.plc4x.java.api.types.PlcResponseCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Apache PLC4X's ADS driver 0.13.1, with the symbol tables that it loads by default and without. It does not get on with
 * members that are bits, arrays of two dimensions, and single elements of arrays, so none are asked for.
 */
@Timeout(120)
class Plc4jIT {

    private static final int LIMIT_SECONDS = 60;

    private final List<PlcConnection> connections = new ArrayList<>();
    private AdsSimulator plc;

    @BeforeEach
    void start() throws Exception {
        plc = AdsSimulator.builder().model(Peer.model()).start();
    }

    @AfterEach
    void stop() throws Exception {
        for (PlcConnection connection : connections) {
            connection.close();
        }
        plc.close();
    }

    private PlcConnection connect(boolean tables) throws Exception {
        String url = "ads:tcp://%s:%d?target-ams-net-id=%s&target-ams-port=851&source-ams-net-id=127.97.0.1.1.1"
                        .formatted(
                                plc.address().getAddress().getHostAddress(),
                                plc.port(),
                                plc.amsAddress().netId())
                + "&source-ams-port=65534&load-symbol-and-data-type-tables=" + tables;
        // In a thread of its own, as it waits for ever if it does not like what it finds.
        PlcConnection connection =
                CompletableFuture.supplyAsync(() -> connect(url)).get(LIMIT_SECONDS, TimeUnit.SECONDS);
        connections.add(connection);
        return connection;
    }

    private static PlcConnection connect(String url) {
        try {
            return PlcDriverManager.getDefault().getConnectionManager().getConnection(url);
        } catch (PlcConnectionException e) {
            throw new AssertionError(e);
        }
    }

    private static PlcReadResponse read(PlcConnection connection, String... addresses) throws Exception {
        PlcReadRequest.Builder request = connection.readRequestBuilder();
        for (String address : addresses) {
            request.addTagAddress(address, address);
        }
        PlcReadResponse response = request.build().execute().get(LIMIT_SECONDS, TimeUnit.SECONDS);
        for (String address : addresses) {
            assertThat(response.getResponseCode(address)).as(address).isEqualTo(PlcResponseCode.OK);
        }
        return response;
    }

    private String rawAddress(String name, String type) throws Exception {
        try (RawClient client = new RawClient(plc)) {
            var info = client.byName(0xF007, 12, name).bytes();
            return "0x%x/0x%x:%s".formatted(info.getInt(0), info.getInt(4), type);
        }
    }

    @Test
    void withoutTablesItReadsAndWritesByIndexGroupAndOffset() throws Exception {
        String address = rawAddress("MAIN.nDint", "DINT");
        PlcConnection connection = connect(false);
        assertThat(read(connection, address).getInteger(address)).isEqualTo(-2000000000);

        connection
                .writeRequestBuilder()
                .addTagAddress("w", address, 33)
                .build()
                .execute()
                .get(LIMIT_SECONDS, TimeUnit.SECONDS);

        assertThat(plc.get("MAIN.nDint")).isEqualTo(33L);
    }

    @Test
    void withTablesItReadsByName() throws Exception {
        PlcReadResponse response = read(
                connect(true),
                "MAIN.bBool",
                "MAIN.nDint",
                "MAIN.nUlint",
                "MAIN.fLreal",
                "MAIN.sText",
                "MAIN.aInts",
                "MAIN.stPacked",
                "MAIN.stAligned.stInner.nCount");

        assertThat(response.getBoolean("MAIN.bBool")).isTrue();
        assertThat(response.getInteger("MAIN.nDint")).isEqualTo(-2000000000);
        assertThat(response.getBigInteger("MAIN.nUlint")).isEqualTo("18000000000000000001");
        assertThat(response.getDouble("MAIN.fLreal")).isEqualTo(2.718281828459045);
        assertThat(response.getObject("MAIN.aInts")).hasToString("[1, -2, 3, -4, 5]");
        assertThat(response.getPlcValue("MAIN.stPacked").getStruct().get("nCount"))
                .hasToString("-5");
        assertThat(response.getInteger("MAIN.stAligned.stInner.nCount")).isEqualTo(77);
    }

    @Test
    void withTablesItSubscribesByName() throws Exception {
        List<Long> values = new CopyOnWriteArrayList<>();
        PlcSubscriptionResponse subscribed = connect(true)
                .subscriptionRequestBuilder()
                .addChangeOfStateTagAddress("counter", "MAIN.nCounter")
                .build()
                .execute()
                .get(LIMIT_SECONDS, TimeUnit.SECONDS);
        assertThat(subscribed.getResponseCode("counter")).isEqualTo(PlcResponseCode.OK);
        subscribed.getSubscriptionHandle("counter").register(event -> values.add(event.getLong("counter")));

        await().atMost(LIMIT_SECONDS, TimeUnit.SECONDS).until(() -> values.size() >= 100);

        List<Long> received = List.copyOf(values);
        for (int i = 1; i < received.size(); i++) {
            assertThat(received.get(i)).isEqualTo(received.get(i - 1) + 1);
        }
    }
}
