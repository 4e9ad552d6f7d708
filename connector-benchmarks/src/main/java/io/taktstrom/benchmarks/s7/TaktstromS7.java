package io.taktstrom.benchmarks.s7;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

import io.taktstrom.benchmarks.worker.Operation;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.Connectors;

/** Our engine: all variables of a case as one group. */
final class TaktstromS7 implements Operation {

    private final Connection connection;
    private final PointGroup group;
    private final SampleBatch batch;
    private final List<S7Case.Item> items;
    private final long[] numbers;
    private final byte[][] contents;
    private final byte[][] copies;

    /** @param parallel how many requests may be on their way at once */
    TaktstromS7(String uri, S7Case work, int parallel) throws ConnectorException {
        items = work.items();
        connection = Connectors.connect(uri + "&maxInFlight=" + parallel);
        group = connection.resolve(
                items.stream().map(item -> DataPoint.of(item.address())).toList());
        batch = group.newBatch();
        numbers = items.stream().mapToLong(S7Case.Item::number).toArray();
        contents = items.stream().map(S7Case.Item::array).toArray(byte[][]::new);
        copies =
                Arrays.stream(contents).map(content -> new byte[content.length]).toArray(byte[][]::new);
    }

    @Override
    public void once() throws IOException {
        connection.read(group, batch);
        for (int i = 0; i < numbers.length; i++) {
            if (!StatusCode.isGood(batch.statusAt(i)) || !isRight(i)) {
                throw new IOException(
                        items.get(i).address() + " is not what it must be, " + StatusCode.name(batch.statusAt(i)));
            }
        }
    }

    private boolean isRight(int i) {
        byte[] content = contents[i];
        if (content.length == 0) {
            return batch.longAt(i) == numbers[i];
        }
        batch.arena().get(batch.arenaOffsetAt(i), copies[i]);
        return batch.lengthAt(i) == content.length && Arrays.equals(copies[i], content);
    }

    @Override
    public void close() {
        connection.close();
    }
}
