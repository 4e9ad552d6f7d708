package io.taktstrom.ads.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The C functions of a library, and how each is called. C's {@code long} is given and taken with 64 bits, of which 32 count
 * where it is shorter; pointers are numbers, so that no call makes objects.
 *
 * <p>The handles are constants that take a function's address first: only a constant handle is compiled into its caller.
 */
final class Functions {

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfLong POINTER = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT;
    /** {@code AmsNetId}, given by value. */
    static final MemoryLayout NET_ID = MemoryLayout.structLayout(MemoryLayout.sequenceLayout(6, ValueLayout.JAVA_BYTE));

    static final MethodHandle OPEN = returning();
    static final MethodHandle CLOSE = returning(LONG);
    static final MethodHandle LOCAL_ADDRESS = returning(LONG, POINTER);
    static final MethodHandle READ = returning(LONG, POINTER, INT, INT, INT, POINTER, POINTER);
    static final MethodHandle WRITE = returning(LONG, POINTER, INT, INT, INT, POINTER);
    static final MethodHandle READ_WRITE = returning(LONG, POINTER, INT, INT, INT, POINTER, INT, POINTER, POINTER);
    static final MethodHandle DEVICE_INFO = returning(LONG, POINTER, POINTER, POINTER);
    static final MethodHandle READ_STATE = returning(LONG, POINTER, POINTER, POINTER);
    static final MethodHandle WRITE_CONTROL = returning(LONG, POINTER, SHORT, SHORT, INT, POINTER);
    static final MethodHandle ADD_NOTIFICATION = returning(LONG, POINTER, INT, INT, POINTER, POINTER, INT, POINTER);
    static final MethodHandle DELETE_NOTIFICATION = returning(LONG, POINTER, INT);
    static final MethodHandle SET_TIMEOUT = returning(LONG, INT);
    static final MethodHandle ADD_ROUTE = returning(NET_ID, POINTER);
    static final MethodHandle DELETE_ROUTE = linker(FunctionDescriptor.ofVoid(NET_ID));
    static final MethodHandle SET_LOCAL_ADDRESS = DELETE_ROUTE;
    private static final MethodHandle ON_EXIT = linker(FunctionDescriptor.of(INT, POINTER, POINTER));

    final MemorySegment open;
    final MemorySegment close;
    final MemorySegment localAddress;
    final MemorySegment read;
    final MemorySegment write;
    final MemorySegment readWrite;
    final MemorySegment deviceInfo;
    final MemorySegment readState;
    final MemorySegment writeControl;
    final MemorySegment addNotification;
    final MemorySegment deleteNotification;
    final MemorySegment setTimeout;
    final boolean hasRoutes;
    final MemorySegment addRoute;
    final MemorySegment deleteRoute;
    final MemorySegment setLocalAddress;
    /** What the library calls for each sample. */
    final long callback;

    /** @param library has all that is required, and the functions for routes if it is said to */
    Functions(SymbolLookup library, boolean hasRoutes, FfmCallback callback) {
        this.open = find(library, "AdsPortOpenEx");
        this.close = find(library, "AdsPortCloseEx");
        this.localAddress = find(library, "AdsGetLocalAddressEx");
        this.read = find(library, "AdsSyncReadReqEx2");
        this.write = find(library, "AdsSyncWriteReqEx");
        this.readWrite = find(library, "AdsSyncReadWriteReqEx2");
        this.deviceInfo = find(library, "AdsSyncReadDeviceInfoReqEx");
        this.readState = find(library, "AdsSyncReadStateReqEx");
        this.writeControl = find(library, "AdsSyncWriteControlReqEx");
        this.addNotification = find(library, "AdsSyncAddDeviceNotificationReqEx");
        this.deleteNotification = find(library, "AdsSyncDelDeviceNotificationReqEx");
        this.setTimeout = find(library, "AdsSyncSetTimeoutEx");
        this.hasRoutes = hasRoutes;
        this.addRoute = find(library, "AdsAddRoute");
        this.deleteRoute = find(library, "AdsDelRoute");
        this.setLocalAddress = find(library, "AdsSetLocalAddress");
        this.callback = Linker.nativeLinker()
                .upcallStub(callback.handle(), FunctionDescriptor.ofVoid(POINTER, POINTER, INT), Arena.global())
                .address();
    }

    private static MemorySegment find(SymbolLookup library, String function) {
        return library.find(function).orElse(MemorySegment.NULL);
    }

    private static MethodHandle returning(MemoryLayout... parameters) {
        return linker(FunctionDescriptor.of(LONG, parameters));
    }

    private static MethodHandle linker(FunctionDescriptor descriptor) {
        return Linker.nativeLinker().downcallHandle(descriptor);
    }

    /** {@code on_exit(_exit)}: what was registered last runs first, with the exit code. Only glibc has it. */
    static void endWithoutUnloading() {
        SymbolLookup system = Linker.nativeLinker().defaultLookup();
        MemorySegment onExit = find(system, "on_exit");
        MemorySegment exit = find(system, "_exit");
        if (onExit.address() != 0 && exit.address() != 0) {
            try {
                int failed = (int) ON_EXIT.invokeExact(onExit, exit.address(), 0L);
                if (failed != 0) {
                    System.getLogger(Functions.class.getName())
                            .log(System.Logger.Level.DEBUG, "a library that hangs may keep this process from ending");
                }
            } catch (Throwable e) {
                throw unexpected(e);
            }
        }
    }

    /** A handle to a C function throws nothing but what the JVM itself does. */
    static RuntimeException unexpected(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return new IllegalStateException("a call of the ADS library failed in Java: " + thrown, thrown);
    }
}
