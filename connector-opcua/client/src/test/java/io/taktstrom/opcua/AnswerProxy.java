package io.taktstrom.opcua;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Between a client and a server without security; changes the server's answers as a test wants it. Chunks are numbered
 * anew, so the channel stays whole. Knows messages of one chunk only.
 *
 * <pre>
 *   "MSGF" | size 4 | channel 4 | token 4 | sequence number 4 | request 4 | type 4: 01 00, number | header, body
 * </pre>
 */
final class AnswerProxy implements AutoCloseable {

    /** Binary encodings (the OPC Foundation's NodeIds.csv). */
    static final int READ = 634;

    static final int WRITE = 676;
    static final int BROWSE = 530;
    static final int CREATE_MONITORED_ITEMS = 754;
    static final int PUBLISH = 829;
    static final int REPUBLISH = 835;

    private static final int SERVICE_FAULT = 397;
    private static final int SEQUENCE_NUMBER = 16;
    private static final int REQUEST = 20;
    private static final int TYPE = 24;
    private static final int HEADER = 28;

    /** What becomes of an answer. */
    @FunctionalInterface
    interface Change {

        /** What is to be sent now, instead of this answer. Called by the thread that forwards answers. */
        List<Answer> of(Answer answer);
    }

    /** A message of the server. */
    static final class Answer {

        private final byte[] chunk;

        private Answer(byte[] chunk) {
            this.chunk = chunk;
        }

        private ByteBuffer buffer() {
            return ByteBuffer.wrap(chunk).order(ByteOrder.LITTLE_ENDIAN);
        }

        private boolean isMessage() {
            return chunk.length >= HEADER && chunk[0] == 'M' && chunk[3] == 'F' && chunk[TYPE] == 1;
        }

        /** The binary encoding's number; 0 for what is no message. */
        int type() {
            return isMessage() ? buffer().getShort(TYPE + 2) & 0xFFFF : 0;
        }

        int length() {
            return chunk.length;
        }

        /** Where bytes like these begin, counted from behind the type. */
        int find(byte[] wanted) {
            for (int at = HEADER; at <= chunk.length - wanted.length; at++) {
                if (Arrays.equals(chunk, at, at + wanted.length, wanted, 0, wanted.length)) {
                    return at - HEADER;
                }
            }
            throw new AssertionError("the answer has no such bytes");
        }

        /** This answer's content as the answer to the other's request. */
        Answer toRequestOf(Answer other) {
            byte[] copy = chunk.clone();
            System.arraycopy(other.chunk, REQUEST, copy, REQUEST, 4);
            return new Answer(copy);
        }

        /** Other bytes at an offset behind the type. */
        Answer with(int offset, byte... bytes) {
            byte[] copy = chunk.clone();
            System.arraycopy(bytes, 0, copy, HEADER + offset, bytes.length);
            return new Answer(copy);
        }

        /** A ServiceFault with this status as the answer. */
        Answer refused(int status) {
            ByteBuffer fault = ByteBuffer.allocate(HEADER + 24).order(ByteOrder.LITTLE_ENDIAN);
            fault.put(chunk, 0, TYPE).putInt(4, fault.capacity());
            fault.put((byte) 1).put((byte) 0).putShort((short) SERVICE_FAULT);
            // Response header: time, request handle, status, no diagnostics, no strings, no additional header.
            fault.putLong(0).putInt(0).putInt(status).put((byte) 0).putInt(-1);
            fault.put((byte) 0).put((byte) 0).put((byte) 0);
            return new Answer(fault.array());
        }
    }

    private final int target;
    private final ServerSocket listener;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile Change change = List::of;

    AnswerProxy(int target) throws IOException {
        this.target = target;
        this.listener = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
        start("accept", this::accept);
    }

    private static void start(String name, Forwarding work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // One of the two has hung up: forwarding is over.
                    }
                },
                "answer-proxy-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    @FunctionalInterface
    private interface Forwarding {
        void run() throws IOException;
    }

    int port() {
        return listener.getLocalPort();
    }

    /** From now on the answers are changed like this. */
    void change(Change wanted) {
        change = wanted;
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = listener.accept();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.addAll(List.of(client, server));
            start("requests", () -> {
                try (client;
                        server) {
                    client.getInputStream().transferTo(server.getOutputStream());
                }
            });
            start("answers", () -> {
                try (client;
                        server) {
                    answers(server.getInputStream(), client.getOutputStream());
                }
            });
        }
    }

    private void answers(InputStream from, OutputStream to) throws IOException {
        DataInputStream in = new DataInputStream(from);
        int next = -1;
        while (true) {
            byte[] start = in.readNBytes(8);
            if (start.length < 8) {
                return;
            }
            int size = ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN).getInt(4);
            byte[] chunk = new byte[size];
            System.arraycopy(start, 0, chunk, 0, 8);
            in.readFully(chunk, 8, size - 8);
            Answer answer = new Answer(chunk);
            if (!answer.isMessage()) {
                to.write(chunk);
                continue;
            }
            next = next < 0 ? answer.buffer().getInt(SEQUENCE_NUMBER) : next;
            for (Answer each : new ArrayList<>(change.of(answer))) {
                each.buffer().putInt(SEQUENCE_NUMBER, next);
                to.write(each.chunk);
                next++;
            }
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
