package io.taktstrom.example.register;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/** A device with registers, on 127.0.0.1; those that were given no value are not there. */
final class RegisterServer {

    private static final int UNKNOWN = 2;
    private static final int READ_ONLY = 4;

    private final byte[] memory = new byte[2 * 0x10000];
    private final BitSet present = new BitSet();
    private final BitSet readOnly = new BitSet();
    private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
    private InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private @Nullable ServerSocket listener;
    private @Nullable Thread acceptor;

    synchronized void set(int register, byte[] value) {
        System.arraycopy(value, 0, memory, 2 * register, value.length);
        present.set(register, register + value.length / 2);
    }

    synchronized byte[] get(int register, int registers) {
        byte[] value = new byte[2 * registers];
        System.arraycopy(memory, 2 * register, value, 0, value.length);
        return value;
    }

    synchronized void vanish(int register, int registers, boolean gone) {
        present.set(register, register + registers, !gone);
    }

    synchronized void protect(int register) {
        readOnly.set(register);
    }

    int port() {
        return address.getPort();
    }

    /** Listens, from the second time on at the same port. */
    void start() throws IOException {
        ServerSocket started = new ServerSocket();
        started.setReuseAddress(true);
        started.bind(address);
        address = (InetSocketAddress) started.getLocalSocketAddress();
        listener = started;
        acceptor = thread("register-server-accept", () -> accept(started));
    }

    void stop() throws IOException {
        if (listener != null && acceptor != null) {
            listener.close();
            try {
                // The port is free once no thread waits on it any more.
                acceptor.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        for (Socket client : clients) {
            client.close();
        }
    }

    private static Thread thread(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void accept(ServerSocket from) {
        while (!from.isClosed()) {
            try {
                Socket socket = from.accept();
                socket.setTcpNoDelay(true);
                clients.add(socket);
                var unused = thread("register-server-client", () -> serve(socket));
            } catch (IOException e) {
                // Stopped.
            }
        }
    }

    private void serve(Socket socket) {
        try (socket;
                DataInputStream in = new DataInputStream(socket.getInputStream());
                DataOutputStream out = new DataOutputStream(socket.getOutputStream())) {
            while (true) {
                byte[] head = in.readNBytes(6);
                if (head.length < 6) {
                    return;
                }
                byte[] rest =
                        in.readNBytes(Short.toUnsignedInt(ByteBuffer.wrap(head).getShort(4)));
                byte[] answer = answer(rest);
                out.write(ByteBuffer.allocate(6 + answer.length)
                        .put(head, 0, 4)
                        .putShort((short) answer.length)
                        .put(answer)
                        .array());
            }
        } catch (IOException | RuntimeException e) {
            // The client is gone, or talks nonsense.
        } finally {
            clients.remove(socket);
        }
    }

    /** From unit and function on. */
    private synchronized byte[] answer(byte[] bytes) {
        ByteBuffer request = ByteBuffer.wrap(bytes);
        byte unit = request.get(0);
        int function = request.get(1);
        int first = Short.toUnsignedInt(request.getShort(2));
        int count = Short.toUnsignedInt(request.getShort(4));
        if (present.nextClearBit(first) < first + count) {
            return new byte[] {unit, (byte) (function | 0x80), UNKNOWN};
        }
        if (function == 3) {
            return ByteBuffer.allocate(3 + 2 * count)
                    .put(unit)
                    .put((byte) function)
                    .put((byte) (2 * count))
                    .put(memory, 2 * first, 2 * count)
                    .array();
        }
        if (readOnly.get(first)) {
            return new byte[] {unit, (byte) (function | 0x80), READ_ONLY};
        }
        request.get(7, memory, 2 * first, 2 * count);
        return Arrays.copyOf(bytes, 6);
    }
}
