package io.taktstrom.benchmarks.sinks;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** The bytes of units, and nothing else, to somebody who answers each with a byte; a few units are on their way at once. */
final class SocketLimit implements UnitOperation {

    private static final int MOST_ON_THEIR_WAY = 8;

    private final Payloads payloads;
    private final SocketChannel channel = SocketChannel.open();
    private final DataInputStream in;
    private final ByteBuffer header = ByteBuffer.allocateDirect(Integer.BYTES);
    private int unanswered;

    /** @param address of a {@link DrainServer} */
    SocketLimit(Payloads payloads, String address) throws IOException {
        this.payloads = payloads;
        channel.connect(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(Target.portOf(address))));
        Socket socket = channel.socket();
        socket.setTcpNoDelay(true);
        in = new DataInputStream(socket.getInputStream());
    }

    @Override
    public void once() throws IOException {
        ByteBuffer unit = payloads.nextUnit();
        header.clear();
        header.putInt(unit.remaining()).flip();
        ByteBuffer[] both = {header, unit};
        while (unit.hasRemaining()) {
            channel.write(both);
        }
        unanswered++;
        settle(MOST_ON_THEIR_WAY);
    }

    private void settle(int most) throws IOException {
        for (; unanswered > most; unanswered--) {
            in.readByte();
        }
    }

    @Override
    public void settle() throws IOException {
        settle(0);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
