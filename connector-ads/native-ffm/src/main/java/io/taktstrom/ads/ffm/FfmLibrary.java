package io.taktstrom.ads.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicBoolean;

import io.taktstrom.ads.adslib.AdsLibrary;
import io.taktstrom.ads.adslib.AdsPort;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;
import org.jspecify.annotations.Nullable;

/** A library and its functions. */
final class FfmLibrary implements AdsLibrary {

    private static final AtomicBoolean ENDS_AT_ONCE = new AtomicBoolean();

    private final String file;
    private final Functions functions;

    FfmLibrary(String file, Functions functions) {
        this.file = file;
        this.functions = functions;
    }

    @Override
    public String file() {
        return file;
    }

    @Override
    public boolean hasRoutes() {
        return functions.hasRoutes;
    }

    @Override
    public int addRoute(AmsNetId netId, String host) {
        try (Arena arena = Arena.ofConfined()) {
            long name = arena.allocateFrom(host).address();
            return (int) (long) Functions.ADD_ROUTE.invokeExact(functions.addRoute, bytes(arena, netId), name);
        } catch (Throwable e) {
            throw Functions.unexpected(e);
        }
    }

    @Override
    public void deleteRoute(AmsNetId netId) {
        try (Arena arena = Arena.ofConfined()) {
            Functions.DELETE_ROUTE.invokeExact(functions.deleteRoute, bytes(arena, netId));
        } catch (Throwable e) {
            throw Functions.unexpected(e);
        }
    }

    @Override
    public void setLocalNetId(AmsNetId netId) {
        try (Arena arena = Arena.ofConfined()) {
            Functions.SET_LOCAL_ADDRESS.invokeExact(functions.setLocalAddress, bytes(arena, netId));
        } catch (Throwable e) {
            throw Functions.unexpected(e);
        }
    }

    private static MemorySegment bytes(Arena arena, AmsNetId netId) {
        MemorySegment bytes = arena.allocate(Functions.NET_ID);
        for (int i = 0; i < bytes.byteSize(); i++) {
            bytes.set(ValueLayout.JAVA_BYTE, i, (byte) (netId.bits() >>> (8 * i)));
        }
        return bytes;
    }

    @Override
    public void endWithoutUnloading() {
        if (ENDS_AT_ONCE.compareAndSet(false, true)) {
            Functions.endWithoutUnloading();
        }
    }

    @Override
    public @Nullable AdsPort openPort(AmsAddress target) {
        try {
            int port = (int) (long) Functions.OPEN.invokeExact(functions.open);
            return port == 0 ? null : new FfmPort(port, target, functions);
        } catch (Throwable e) {
            throw Functions.unexpected(e);
        }
    }
}
