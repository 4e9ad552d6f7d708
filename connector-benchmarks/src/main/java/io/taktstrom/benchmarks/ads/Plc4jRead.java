package io.taktstrom.benchmarks.ads;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.TimeUnit;

import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.benchmarks.worker.Operation;
import org.apache.plc4x.java.api.PlcConnection;
import org.apache.plc4x.java.api.PlcDriverManager;
import org.apache.plc4x.java.api.messages.PlcReadRequest;
import org.apache.plc4x.java.api.messages.PlcReadResponse;

/** plc4j's ADS driver, by index group and offset: its fastest way. */
public final class Plc4jRead implements Operation {

    private final PlcConnection connection;
    private final PlcReadRequest request;
    private final int first;
    private final int count;

    private Plc4jRead(String uri, int first, int count) throws Exception {
        this.connection = connect(uri);
        int offset = AdsFrames.firstOffset(uri);
        this.first = first;
        this.count = count;
        PlcReadRequest.Builder builder = connection.readRequestBuilder();
        for (int i = first; i < first + count; i++) {
            builder.addTagAddress("v" + i, "0x%X/%d:DINT".formatted(IndexGroup.PLC_DATA, offset + i * 4));
        }
        request = builder.build();
    }

    static Plc4jRead one(String uri) throws Exception {
        return new Plc4jRead(uri, 5, 1);
    }

    static Plc4jRead group(String uri, int count) throws Exception {
        return new Plc4jRead(uri, 0, count);
    }

    public static PlcConnection connect(String uri) throws Exception {
        InetSocketAddress address = AdsContender.address(uri);
        String[] target = URI.create(uri).getPath().substring(1).split(":", -1);
        return PlcDriverManager.getDefault()
                .getConnectionManager()
                .getConnection(("ads:tcp://%s:%d?target-ams-net-id=%s&target-ams-port=%s"
                                + "&source-ams-net-id=127.0.0.1.9.4&source-ams-port=32905"
                                + "&load-symbol-and-data-type-tables=false")
                        .formatted(address.getHostString(), address.getPort(), target[0], target[1]));
    }

    @Override
    public void once() throws Exception {
        PlcReadResponse response = request.execute().get(5, TimeUnit.SECONDS);
        for (int i = first; i < first + count; i++) {
            if (response.getInteger("v" + i) != i) {
                throw new IOException("v" + i + " is " + response.getObject("v" + i));
            }
        }
    }

    @Override
    public void close() throws IOException {
        Operation.end(connection);
    }
}
