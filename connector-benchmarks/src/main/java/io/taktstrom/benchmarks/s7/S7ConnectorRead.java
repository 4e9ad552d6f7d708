package io.taktstrom.benchmarks.s7;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;

import com.github.s7connector.api.DaveArea;
import com.github.s7connector.api.S7Connector;
import com.github.s7connector.api.factory.S7ConnectorFactory;
import io.taktstrom.benchmarks.worker.Operation;

/** s7connector, which knows requests for one variable only: as many as there are variables. */
final class S7ConnectorRead implements Operation {

    private final S7Connector connector;
    private final List<S7Case.Item> items;
    private final byte[][] contents;

    S7ConnectorRead(InetSocketAddress address, S7Case work) {
        items = work.items();
        contents = items.stream().map(S7Case.Item::content).toArray(byte[][]::new);
        connector = S7ConnectorFactory.buildTCPConnector()
                .withHost(address.getHostString())
                .withPort(address.getPort())
                .withRack(0)
                .withSlot(1)
                .build();
    }

    @Override
    public void once() throws IOException {
        for (int i = 0; i < contents.length; i++) {
            S7Case.Item item = items.get(i);
            byte[] read = connector.read(DaveArea.DB, S7Case.DB, item.bytes(), item.offset());
            if (!Arrays.equals(read, contents[i])) {
                throw new IOException(item.address() + " is not what it must be");
            }
        }
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }
}
