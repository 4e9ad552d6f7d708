package io.taktstrom.benchmarks.s7;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.taktstrom.benchmarks.worker.Operation;
import org.apache.plc4x.java.api.PlcConnection;
import org.apache.plc4x.java.api.PlcDriverManager;
import org.apache.plc4x.java.api.messages.PlcReadRequest;
import org.apache.plc4x.java.api.messages.PlcReadResponse;

/** One of plc4j's two S7 drivers, with what it takes for its default but for PDU and parallel requests, which are ours. */
final class Plc4jS7 implements Operation {

    /** plc4j leaves some futures open for ever. */
    private static final int LIMIT_SECONDS = 5;

    /** Variables that are asked for together, and what each must be: a number, or bytes. */
    private static final class Part {

        final PlcReadRequest request;
        private final String[] names;
        private final long[] numbers;
        private final byte[][] contents;

        Part(PlcReadRequest.Builder builder, List<S7Case.Item> items) {
            for (S7Case.Item item : items) {
                builder.addTagAddress(String.valueOf(item.offset()), item.address());
            }
            request = builder.build();
            names = items.stream().map(item -> String.valueOf(item.offset())).toArray(String[]::new);
            numbers = items.stream().mapToLong(S7Case.Item::number).toArray();
            contents = items.stream().map(S7Case.Item::array).toArray(byte[][]::new);
        }

        void check(PlcReadResponse response) throws IOException {
            for (int i = 0; i < numbers.length; i++) {
                String name = names[i];
                boolean right = contents[i].length > 0
                        ? Arrays.equals(response.getPlcValue(name).getRaw(), contents[i])
                        : response.getLong(name) == numbers[i];
                if (!right) {
                    throw new IOException("byte " + name + ": " + response.getResponseCode(name));
                }
            }
        }
    }

    private final PlcConnection connection;
    private final List<Part> parts = new ArrayList<>();
    private final List<CompletableFuture<? extends PlcReadResponse>> responses = new ArrayList<>();

    /** @param atOnce how many variables to put into one request of plc4j */
    Plc4jS7(String driver, InetSocketAddress address, S7Case work, int atOnce) throws Exception {
        connection = PlcDriverManager.getDefault()
                .getConnectionManager()
                .getConnection(
                        ("%s://%s:%d?remote-rack=0&remote-slot=1&controller-type=S7_1500&pdu-size=%d&max-amq-caller=%d"
                                        + "&max-amq-callee=%d")
                                .formatted(
                                        driver,
                                        address.getHostString(),
                                        address.getPort(),
                                        S7Server.PDU_BYTES,
                                        S7Server.JOBS,
                                        S7Server.JOBS));
        for (List<S7Case.Item> items : work.inPartsOf(atOnce)) {
            parts.add(new Part(connection.readRequestBuilder(), items));
        }
    }

    @Override
    public void once() throws Exception {
        responses.clear();
        for (Part part : parts) {
            responses.add(part.request.execute());
        }
        for (int i = 0; i < responses.size(); i++) {
            parts.get(i).check(responses.get(i).get(LIMIT_SECONDS, TimeUnit.SECONDS));
        }
    }

    @Override
    public void close() throws IOException {
        Operation.end(connection);
    }
}
