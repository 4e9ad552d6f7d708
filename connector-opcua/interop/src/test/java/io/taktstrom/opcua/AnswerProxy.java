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
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Between a client and a server without security; changes the server's answers and refuses requests as a test wants it.
 * Chunks get new numbers, so the channel stays whole. Knows messages of one chunk only; others pass, and so does all of a
 * channel with security.
 *
 * <pre>
 *   "MSGF" | size 4 | channel 4 | token 4 | sequence number 4 | request 4 | type 4: 01 00, number | header, body
 * </pre>
 */
final class AnswerProxy implements AutoCloseable {

    /** Binary encodings of answers (the OPC Foundation's NodeIds.csv). */
    static final int PUBLISH = 829;

    static final int REPUBLISH = 835;

    static final int GET_ENDPOINTS_ANSWER = 431;

    /** Binary encodings of requests. */
    static final int READ = 631;

    static final int WRITE = 673;
    static final int BROWSE = 527;
    static final int TRANSLATE = 554;
    static final int CREATE_MONITORED_ITEMS = 751;
    static final int ACTIVATE_SESSION = 467;
    static final int TRANSFER_SUBSCRIPTIONS = 841;
    static final int HISTORY_READ = 664;
    static final int CALL = 712;

    private static final int SERVICE_FAULT = 397;
    private static final int SEQUENCE_NUMBER = 16;
    private static final int REQUEST = 20;
    private static final int TYPE = 24;
    private static final int HEADER = 28;

    /** Behind an answer's header: time 8, request 4, status 4, no diagnostics 1, no strings 4, no additional header 3. */
    private static final int ANSWER_HEADER = 24;

    private static final int ANSWER_STATUS = 12;

    /** What becomes of an answer. */
    @FunctionalInterface
    interface Change {

        /** What is to be sent now, instead of this answer. Called by the thread that forwards answers. */
        List<Message> of(Message answer);
    }

    /** Whether a request is refused. */
    @FunctionalInterface
    interface Refusal {

        /** The status that the client gets; 0 to let the server answer. Called by the thread that forwards requests. */
        int of(Message request);
    }

    /** A request or an answer. */
    static final class Message {

        private final byte[] chunk;

        private Message(byte[] chunk) {
            this.chunk = chunk;
        }

        private ByteBuffer buffer() {
            return ByteBuffer.wrap(chunk).order(ByteOrder.LITTLE_ENDIAN);
        }

        private boolean isMessage() {
            return chunk.length >= HEADER && chunk[0] == 'M' && chunk[3] == 'F' && chunk[TYPE] == 1;
        }

        /** The binary encoding's number; 0 for what is not a message. */
        int type() {
            return isMessage() ? buffer().getShort(TYPE + 2) & 0xFFFF : 0;
        }

        int length() {
            return chunk.length;
        }

        /** Bytes behind the type. */
        int bodyLength() {
            return chunk.length - HEADER;
        }

        /** Whether this text is in it. */
        boolean contains(String text) {
            return new String(chunk, StandardCharsets.ISO_8859_1).contains(text);
        }

        /** Without its end. */
        Message shortenedTo(int bodyLength) {
            Message copy = new Message(Arrays.copyOf(chunk, HEADER + bodyLength));
            copy.buffer().putInt(4, HEADER + bodyLength);
            return copy;
        }

        /** The same bytes, as the beginning of a message of another size. */
        Message claiming(int size) {
            Message copy = new Message(chunk.clone());
            copy.buffer().putInt(4, size);
            return copy;
        }

        /** The same bytes as an answer of another type. */
        Message ofType(int number) {
            Message copy = new Message(chunk.clone());
            copy.buffer().putShort(TYPE + 2, (short) number);
            return copy;
        }

        /** With other bytes, as many, wherever these are. */
        Message replaced(String wanted, String other) {
            String text = new String(chunk, StandardCharsets.ISO_8859_1).replace(wanted, other);
            return new Message(text.getBytes(StandardCharsets.ISO_8859_1));
        }

        /** The header of an answer that went well, as asyncua writes it, and another content behind it. */
        Message good(byte[] content) {
            Message copy = new Message(Arrays.copyOf(chunk, HEADER + ANSWER_HEADER + content.length));
            copy.buffer().putInt(4, copy.chunk.length).putInt(HEADER + ANSWER_STATUS, 0);
            System.arraycopy(content, 0, copy.chunk, HEADER + ANSWER_HEADER, content.length);
            return copy;
        }

        /** Whether there are bytes like these. */
        boolean has(byte[] wanted) {
            return new String(chunk, StandardCharsets.ISO_8859_1)
                    .contains(new String(wanted, StandardCharsets.ISO_8859_1));
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
        Message toRequestOf(Message other) {
            byte[] copy = chunk.clone();
            System.arraycopy(other.chunk, REQUEST, copy, REQUEST, 4);
            return new Message(copy);
        }

        /** Other bytes at an offset behind the type. */
        Message with(int offset, byte... bytes) {
            byte[] copy = chunk.clone();
            System.arraycopy(bytes, 0, copy, HEADER + offset, bytes.length);
            return new Message(copy);
        }

        /** An answer from a server whose clock shows so many ticks of 100 ns more: the time that its header begins with. */
        Message later(long ticks) {
            Message copy = new Message(chunk.clone());
            copy.buffer().putLong(HEADER, buffer().getLong(HEADER) + ticks);
            return copy;
        }

        /** A ServiceFault with this status as the answer. */
        Message refused(int status) {
            ByteBuffer fault = ByteBuffer.allocate(HEADER + 24).order(ByteOrder.LITTLE_ENDIAN);
            fault.put(chunk, 0, TYPE).putInt(4, fault.capacity());
            fault.put((byte) 1).put((byte) 0).putShort((short) SERVICE_FAULT);
            // Response header: time, request handle, status, no diagnostics, no strings, no additional header.
            fault.putLong(0).putInt(0).putInt(status).put((byte) 0).putInt(-1);
            fault.put((byte) 0).put((byte) 0).put((byte) 0);
            return new Message(fault.array());
        }
    }

    private final int target;
    private final ServerSocket listener;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile Change change = List::of;
    private volatile Refusal refusal = request -> 0;
    private volatile Consumer<byte[]> passing = chunk -> {};
    private volatile boolean down;

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

    /** From now on requests are refused like this. */
    void refuse(Refusal wanted) {
        refusal = wanted;
    }

    /** From now on gets the chunks that the client sends over channels with security. */
    void watch(Consumer<byte[]> wanted) {
        passing = wanted;
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = listener.accept();
            if (down) {
                client.close();
                continue;
            }
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.addAll(List.of(client, server));
            Lane requests = new Lane(server.getOutputStream());
            Lane answers = new Lane(client.getOutputStream());
            start("requests", () -> {
                try (client;
                        server) {
                    forward(client.getInputStream(), requests, chunk -> passing.accept(chunk), request -> {
                        int status = refusal.of(request);
                        if (status == 0) {
                            return List.of(request);
                        }
                        answers.send(request.refused(status));
                        return List.of();
                    });
                }
            });
            start("answers", () -> {
                try (client;
                        server) {
                    forward(server.getInputStream(), answers, chunk -> {}, answer -> change.of(answer));
                }
            });
        }
    }

    /** One direction of a connection. */
    private static final class Lane {

        private final OutputStream to;
        private int next = -1;

        Lane(OutputStream to) {
            this.to = to;
        }

        synchronized void pass(byte[] chunk) throws IOException {
            to.write(chunk);
        }

        /** The sender of the first one decides where the numbers begin. */
        synchronized void begin(int number) {
            next = next < 0 ? number : next;
        }

        synchronized void send(Message message) throws IOException {
            message.buffer().putInt(SEQUENCE_NUMBER, next);
            to.write(message.chunk);
            next++;
        }
    }

    @FunctionalInterface
    private interface Route {
        List<Message> of(Message message) throws IOException;
    }

    private static boolean opensSecure(byte[] chunk) {
        String text = new String(chunk, StandardCharsets.ISO_8859_1);
        return text.startsWith("OPN") && !text.contains("SecurityPolicy#None");
    }

    private static void forward(InputStream from, Lane lane, Consumer<byte[]> watched, Route route) throws IOException {
        DataInputStream in = new DataInputStream(from);
        boolean secure = false;
        while (true) {
            byte[] start = in.readNBytes(8);
            if (start.length < 8) {
                return;
            }
            int size = ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN).getInt(4);
            byte[] chunk = new byte[size];
            System.arraycopy(start, 0, chunk, 0, 8);
            in.readFully(chunk, 8, size - 8);
            secure = secure || opensSecure(chunk);
            Message message = new Message(chunk);
            if (secure) {
                watched.accept(chunk);
                lane.pass(chunk);
                continue;
            }
            if (chunk[0] != 'M') {
                lane.pass(chunk);
                continue;
            }
            lane.begin(message.buffer().getInt(SEQUENCE_NUMBER));
            // A part of a message of several chunks passes as it is, but for its number, which counts.
            for (Message each : message.isMessage() ? List.copyOf(route.of(message)) : List.of(message)) {
                lane.send(each);
            }
        }
    }

    /** From now on, and until {@link #goUp}, no connection gets through. */
    void goDown() throws IOException {
        down = true;
        cut();
    }

    void goUp() {
        down = false;
    }

    /** Ends the connections that there are. */
    void cut() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        sockets.clear();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        cut();
    }
}
