package io.taktstrom.ads.simulator;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;

import io.taktstrom.ads.protocol.TlsConnectInfo;
import io.taktstrom.ads.secure.SecureAdsChannel;
import io.taktstrom.kit.tls.TlsChannel;
import io.taktstrom.kit.tls.TlsEngine;
import org.jspecify.annotations.Nullable;

/** A client's socket with Secure ADS on it. The first read waits for the handshake; nothing is written before. */
final class SecureClientChannel implements ByteChannel {

    private final SocketChannel socket;
    private final SecureServer server;
    private volatile @Nullable SecureAdsChannel frames;

    SecureClientChannel(SocketChannel socket, SecureServer server) {
        this.socket = socket;
        this.server = server;
    }

    private SecureAdsChannel begin() throws IOException {
        TlsEngine engine = server.engine();
        TlsChannel tls = new TlsChannel(socket, engine);
        SecureAdsChannel channel = new SecureAdsChannel(tls);
        TlsConnectInfo request = tls.handshake() ? channel.readConnectInfo() : null;
        if (request == null) {
            throw new IOException("a blocking socket did not block");
        }
        String address =
                ((InetSocketAddress) socket.getRemoteAddress()).getAddress().getHostAddress();
        TlsConnectInfo answer = server.answer(request, engine, address);
        channel.writeConnectInfo(answer.bytes());
        if (answer.error() != TlsConnectInfo.NO_ERROR) {
            throw new IOException("refused: " + answer.reason());
        }
        return channel;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        SecureAdsChannel channel = frames;
        if (channel == null) {
            channel = begin();
            frames = channel;
        }
        return channel.read(into);
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        SecureAdsChannel channel = frames;
        if (channel == null) {
            throw new IOException("the client has not shaken hands yet");
        }
        return channel.write(from);
    }

    @Override
    public boolean isOpen() {
        return socket.isOpen();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
