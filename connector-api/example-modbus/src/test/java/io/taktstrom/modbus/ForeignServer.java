package io.taktstrom.modbus;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;

import com.digitalpetri.modbus.server.ModbusTcpServer;
import com.digitalpetri.modbus.server.ProcessImage;
import com.digitalpetri.modbus.server.ReadWriteModbusServices;
import com.digitalpetri.modbus.tcp.server.NettyTcpServerTransport;
import io.taktstrom.testkit.peer.PeerProcess;

/**
 * A Modbus/TCP server of another project. A table is named by the function that reads it: 1 coils, 2 discrete inputs, 3 holding
 * registers, 4 input registers.
 */
interface ForeignServer extends AutoCloseable {

    int port();

    void set(int table, int first, int... values) throws IOException;

    int[] get(int table, int first, int count) throws IOException;

    @Override
    void close() throws IOException;

    /** Starts one. */
    enum Kind {
        PYMODBUS {
            @Override
            ForeignServer start() throws IOException {
                return new Pymodbus();
            }
        },
        DIGITALPETRI {
            @Override
            ForeignServer start() throws IOException {
                return new Digitalpetri();
            }
        };

        abstract ForeignServer start() throws IOException;
    }

    /** It needs TAKT_PYTHON, see {@link PeerProcess}. */
    final class Pymodbus implements ForeignServer {

        private final PeerProcess process;
        private final int port;

        private Pymodbus() throws IOException {
            Path script = Path.of("src", "test", "interop", "pymodbus_server.py");
            process = PeerProcess.start("TAKT_PYTHON", "a Python with pymodbus", script);
            port = Integer.parseInt(process.line("").strip());
        }

        @Override
        public int port() {
            return port;
        }

        @Override
        public void set(int table, int first, int... values) throws IOException {
            String numbers = Arrays.stream(values).mapToObj(String::valueOf).collect(Collectors.joining(" "));
            process.tell("set " + table + " " + first + " " + numbers, "ok");
        }

        @Override
        public int[] get(int table, int first, int count) throws IOException {
            String answer = process.tell("get " + table + " " + first + " " + count, "");
            return Arrays.stream(answer.strip().split(" "))
                    .mapToInt(Integer::parseInt)
                    .toArray();
        }

        @Override
        public void close() {
            process.close();
        }
    }

    /** Runs in this process. Every address is there, and 0 at first. */
    final class Digitalpetri implements ForeignServer {

        private final ProcessImage image = new ProcessImage();
        private final ModbusTcpServer server;
        private final int port;

        private Digitalpetri() throws IOException {
            try (ServerSocket free = new ServerSocket(0)) {
                port = free.getLocalPort();
            }
            server = ModbusTcpServer.create(
                    NettyTcpServerTransport.create(settings -> {
                        settings.bindAddress = "127.0.0.1";
                        settings.port = port;
                    }),
                    new ReadWriteModbusServices() {
                        @Override
                        protected Optional<ProcessImage> getProcessImage(int unit) {
                            return Optional.of(image);
                        }
                    });
            try {
                server.start();
            } catch (ExecutionException | InterruptedException e) {
                throw new IOException(e);
            }
        }

        @Override
        public int port() {
            return port;
        }

        @Override
        public void set(int table, int first, int... values) {
            image.with(change -> {
                for (int i = 0; i < values.length; i++) {
                    int at = first + i;
                    int value = values[i];
                    byte[] register =
                            ByteBuffer.allocate(2).putShort((short) value).array();
                    switch (table) {
                        case 1 -> change.writeCoils(all -> all.put(at, value != 0));
                        case 2 -> change.writeDiscreteInputs(all -> all.put(at, value != 0));
                        case 3 -> change.writeHoldingRegisters(all -> all.put(at, register));
                        default -> change.writeInputRegisters(all -> all.put(at, register));
                    }
                }
            });
        }

        @Override
        public int[] get(int table, int first, int count) {
            return image.get(view -> table == 1
                    ? view.readCoils(all -> numbers(all, first, count))
                    : view.readHoldingRegisters(all -> numbers(all, first, count)));
        }

        private static int[] numbers(Map<Integer, ?> all, int first, int count) {
            int[] numbers = new int[count];
            for (int i = 0; i < count; i++) {
                Object value = all.get(first + i);
                numbers[i] = value instanceof byte[] register
                        ? Short.toUnsignedInt(ByteBuffer.wrap(register).getShort())
                        : Boolean.TRUE.equals(value) ? 1 : 0;
            }
            return numbers;
        }

        @Override
        public void close() throws IOException {
            try {
                server.stop();
            } catch (ExecutionException | InterruptedException e) {
                throw new IOException(e);
            }
        }
    }
}
