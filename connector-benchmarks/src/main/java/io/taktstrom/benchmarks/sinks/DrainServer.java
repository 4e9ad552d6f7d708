package io.taktstrom.benchmarks.sinks;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.HttpServer;
import io.taktstrom.benchmarks.worker.ServerLoop;

/**
 * Reads, throws away and answers: {@code frames} are a length and so many bytes, each answered with one byte; {@code http} is
 * answered with 204. Prints {@code ready HOST:PORT}, ends with its input.
 */
final class DrainServer {

    private static final int BUFFER = 1 << 16;
    private static final int NO_CONTENT = 204;
    private static final int NO_BODY = -1;

    private DrainServer() {}

    public static void main(String[] args) throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        int port;
        if (args[0].equals("http")) {
            HttpServer server = HttpServer.create(new InetSocketAddress(here, 0), 0);
            server.setExecutor(Executors.newCachedThreadPool(DrainServer::daemon));
            server.createContext("/", exchange -> {
                drain(exchange.getRequestBody());
                exchange.sendResponseHeaders(NO_CONTENT, NO_BODY);
                exchange.close();
            });
            server.start();
            port = server.getAddress().getPort();
        } else {
            ServerSocket listener = new ServerSocket(0, 0, here);
            daemon(() -> accept(listener)).start();
            port = listener.getLocalPort();
        }
        ServerLoop.serve("127.0.0.1:" + port);
        System.exit(0);
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "drain");
        thread.setDaemon(true);
        return thread;
    }

    private static void drain(InputStream in) throws IOException {
        byte[] buffer = new byte[BUFFER];
        while (in.read(buffer) >= 0) {
            // The answer is not read.
        }
    }

    private static void accept(ServerSocket listener) {
        try {
            while (true) {
                Socket socket = listener.accept();
                daemon(() -> answer(socket)).start();
            }
        } catch (IOException e) {
            // The end.
        }
    }

    private static void answer(Socket socket) {
        byte[] buffer = new byte[BUFFER];
        try (socket) {
            socket.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            while (true) {
                for (int left = in.readInt(); left > 0; ) {
                    int read = in.read(buffer, 0, Math.min(left, buffer.length));
                    if (read < 0) {
                        return;
                    }
                    left -= read;
                }
                out.write(1);
            }
        } catch (IOException e) {
            // The contender has gone.
        }
    }
}
