package io.taktstrom.benchmarks.paper;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.taktstrom.benchmarks.ads.AdsFrames;
import io.taktstrom.benchmarks.ads.Plc4jRead;
import io.taktstrom.benchmarks.worker.Operation;
import org.apache.plc4x.java.api.PlcConnection;
import org.apache.plc4x.java.api.messages.PlcReadRequest;
import org.apache.plc4x.java.api.messages.PlcReadResponse;
import org.apache.plc4x.java.api.messages.PlcTagResponse;
import org.apache.plc4x.java.api.messages.PlcWriteRequest;
import org.apache.plc4x.java.api.types.PlcResponseCode;

/** plc4j's ADS driver, by index group and offset: a request for each variable, in turn. */
final class Plc4jAccess implements Operation {

    private static final String TAG = "v";

    private final PlcConnection connection;
    private final List<Supplier<CompletableFuture<? extends PlcTagResponse>>> requests = new ArrayList<>();
    private int next;

    Plc4jAccess(boolean write, String uri, List<String> names) throws Exception {
        connection = Plc4jRead.connect(uri);
        for (String name : names) {
            AdsFrames.Place place = AdsFrames.locate(uri, name);
            boolean array = name.startsWith("MAIN.a");
            String type = name.substring("MAIN.v".length()).toUpperCase(Locale.ROOT);
            String address = "0x%X/%d:%s%s"
                    .formatted(
                            place.group(),
                            place.offset(),
                            type.equals("STRING") ? "STRING(80)" : type,
                            array ? "[3]" : "");
            try {
                requests.add(request(write, address));
            } catch (ExecutionException | IOException e) {
                System.err.println("plc4j goes without " + name + " (" + address + "): " + e.getMessage());
            }
        }
        if (requests.isEmpty()) {
            throw new IOException("plc4j cannot access any of " + names);
        }
    }

    /** A request that has worked once. */
    private Supplier<CompletableFuture<? extends PlcTagResponse>> request(boolean write, String address)
            throws Exception {
        PlcReadRequest read =
                connection.readRequestBuilder().addTagAddress(TAG, address).build();
        PlcReadResponse response = read.execute().get(5, TimeUnit.SECONDS);
        check(response);
        if (!write) {
            return read::execute;
        }
        PlcWriteRequest again = connection
                .writeRequestBuilder()
                .addTagAddress(TAG, address, response.getPlcValue(TAG))
                .build();
        check(again.execute().get(5, TimeUnit.SECONDS));
        return again::execute;
    }

    @Override
    public void once() throws Exception {
        PlcTagResponse response = requests.get(next).get().get(5, TimeUnit.SECONDS);
        next = next + 1 == requests.size() ? 0 : next + 1;
        check(response);
    }

    private static void check(PlcTagResponse response) throws IOException {
        if (response.getResponseCode(TAG) != PlcResponseCode.OK) {
            throw new IOException(response.getTag(TAG) + ": " + response.getResponseCode(TAG));
        }
    }

    @Override
    public void close() throws IOException {
        Operation.end(connection);
    }
}
