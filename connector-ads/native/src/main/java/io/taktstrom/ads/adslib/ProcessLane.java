package io.taktstrom.ads.adslib;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;
import org.jspecify.annotations.Nullable;

/** One lane in the library's process: the thread that makes its calls, and the port that they are about. */
final class ProcessLane implements Runnable {

    private static final int FAILED = 1;
    private static final int FIRST_BYTES = 256;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final LibraryProcess process;
    private final Wire wire;
    private final int number;
    private final Thread thread;
    private final int[] with = new int[Wire.ARGUMENTS];
    private final int[] answer = new int[Wire.ARGUMENTS];
    private final Map<Integer, SampleInlet> inlets = new HashMap<>();
    private ByteBuffer data = AdsBuffers.heap(FIRST_BYTES);
    private int bytes;
    private int operation;
    private @Nullable AdsPort port;
    private volatile boolean asked;
    private boolean done;

    ProcessLane(LibraryProcess process, Wire wire, int number) {
        this.process = process;
        this.wire = wire;
        this.number = number;
        this.thread = LibraryCalls.daemon(this, "takt-adslib-lane-" + number);
        this.thread.start();
    }

    /** The frame that was just received is a call; the one before has been answered. */
    void hand(Wire frame) {
        operation = frame.operation();
        for (int i = 0; i < with.length; i++) {
            with[i] = frame.argument(i);
        }
        bytes = frame.dataBytes();
        if (data.capacity() < bytes) {
            data = AdsBuffers.heap(bytes);
        }
        frame.copyData(data, bytes);
        asked = true;
        LockSupport.unpark(thread);
    }

    @Override
    public void run() {
        try {
            while (!done) {
                while (!asked) {
                    LockSupport.park(this);
                }
                asked = false;
                make();
            }
        } catch (IOException e) {
            // The other side has gone; whoever reads finds out.
        }
    }

    private void make() throws IOException {
        switch (operation) {
            case Wire.LOAD -> {
                String[] names = text().split("\n", -1);
                last(process.load(names[0], names[1]));
            }
            case Wire.ADD_ROUTE -> last(process.library().addRoute(netId(), text()));
            case Wire.DELETE_ROUTE -> {
                process.library().deleteRoute(netId());
                last(0);
            }
            case Wire.SET_LOCAL_NET_ID -> {
                process.library().setLocalNetId(netId());
                last(0);
            }
            case Wire.OPEN_PORT -> {
                port = process.library()
                        .openPort(new AmsAddress(
                                new AmsNetId(AmsNetId.bitsAt(data, 0)),
                                Short.toUnsignedInt(data.getShort(AmsNetId.BYTES))));
                if (port == null) {
                    last(FAILED);
                } else {
                    // Or its clean-up would keep this process after whoever started it is gone.
                    process.library().endWithoutUnloading();
                    answer(0, 0, NOTHING, 0);
                }
            }
            default -> request(operation);
        }
    }

    private void request(int wanted) throws IOException {
        AdsPort to = port;
        if (to == null) {
            last(FAILED);
            return;
        }
        switch (wanted) {
            case Wire.CLOSE_PORT -> {
                int code = to.close();
                for (SampleInlet inlet : inlets.values()) {
                    process.samples().leave(inlet);
                }
                last(code);
            }
            case Wire.SET_TIMEOUT -> answer(to.setTimeout(with[0]), 0, NOTHING, 0);
            case Wire.LOCAL_ADDRESS -> {
                AmsAddress own = to.localAddress();
                data.putLong(0, own.netId().bits()).putShort(AmsNetId.BYTES, (short) own.port());
                answer(0, 0, data, Long.BYTES);
            }
            case AdsCommand.ADD_DEVICE_NOTIFICATION -> add(to);
            case AdsCommand.DELETE_DEVICE_NOTIFICATION -> {
                int code = to.deleteNotification(with[0]);
                SampleInlet inlet = inlets.remove(with[0]);
                if (inlet != null) {
                    process.samples().leave(inlet);
                }
                answer(code, 0, NOTHING, 0);
            }
            case AdsCommand.READ,
                    AdsCommand.WRITE,
                    AdsCommand.READ_WRITE,
                    AdsCommand.READ_STATE,
                    AdsCommand.WRITE_CONTROL,
                    AdsCommand.READ_DEVICE_INFO -> exchange(to, wanted);
            default -> answer(FAILED, 0, NOTHING, 0);
        }
    }

    private void exchange(AdsPort to, int command) throws IOException {
        ByteBuffer in = to.in(with[2]);
        to.out(bytes).put(0, data, 0, bytes);
        // As much as has come, whatever was announced.
        with[3] = bytes;
        int code = LibraryLane.call(to, command, with);
        answer(code, 0, in, code == 0 ? LibraryLane.answered(to, command, with[2]) : 0);
    }

    private void add(AdsPort to) throws IOException {
        SampleInlet inlet = process.samples().enter(with[6], with[2]);
        int code = to.addNotification(with[0], with[1], with[2], with[3], with[4], with[5], inlet.user());
        if (code == 0) {
            inlets.put(to.handle(), inlet);
        } else {
            process.samples().leave(inlet);
        }
        answer(code, code == 0 ? to.handle() : 0, NOTHING, 0);
    }

    private AmsNetId netId() {
        return new AmsNetId(Integer.toUnsignedLong(with[0]) | Integer.toUnsignedLong(with[1]) << Integer.SIZE);
    }

    private String text() {
        byte[] text = new byte[bytes];
        data.get(0, text);
        return new String(text, StandardCharsets.UTF_8);
    }

    /** The lane is used no more, and free for another before its last answer is out. */
    private void last(int result) throws IOException {
        done = true;
        process.forget(number);
        answer(result, 0, NOTHING, 0);
    }

    private void last(LibraryProcess.Answer given) throws IOException {
        done = true;
        process.forget(number);
        ByteBuffer text = given.bytes();
        answer(given.result(), given.extra(), text, text.limit());
    }

    private void answer(int result, int extra, ByteBuffer with, int length) throws IOException {
        answer[0] = result;
        answer[1] = extra;
        wire.send(number, operation, answer, with, length);
    }
}
