package io.taktstrom.ads;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.spi.SubscriptionSettings;

/** Takes every subscription and gives handles one after the other, from 101, but sends nothing by itself. */
final class QuietPlc {

    static final int ADD = 6;
    static final int DELETE = 7;

    /** 2026-11-21T00:00Z, in 100 ns since 1601. */
    static final long TIME = 134_398_656_000_000_000L;

    static final long TIME_NANOS = (TIME - 116_444_736_000_000_000L) * 100;
    static final SubscriptionSettings EACH_CHANGE = SubscriptionSettings.onChange(Duration.ofMillis(10));

    private final SmallPlc plc = new SmallPlc().dints(40);
    private final AtomicInteger handles = new AtomicInteger(100);

    /** The first request that subscribed something. */
    static Request add(ScriptedPeer peer) {
        return peer.requests().stream()
                .filter(request -> request.command() == ADD || request.group() == 0xF085)
                .findFirst()
                .orElseThrow();
    }

    ScriptedPeer peer() throws Exception {
        return new ScriptedPeer((request, wire) -> wire.send(answer(request)));
    }

    int lastHandle() {
        return handles.get();
    }

    byte[] answer(Request request) {
        if (request.command() == ADD) {
            return request.answer(Request.bytes(Request.little(8).putInt(0).putInt(handles.incrementAndGet())));
        }
        if (request.command() == 9 && request.group() == 0xF085) {
            ByteBuffer results = Request.little(8 * request.offset());
            while (results.hasRemaining()) {
                results.putInt(0).putInt(handles.incrementAndGet());
            }
            return request.value(Request.bytes(results));
        }
        if (request.command() == 9 && request.group() == 0xF086) {
            return request.value(new byte[4 * request.offset()]);
        }
        return plc.answer(request);
    }
}
