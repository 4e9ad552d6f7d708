package io.taktstrom.cli.shell;

import java.lang.reflect.Proxy;
import java.util.Optional;

/**
 * SIGHUP, by which operators ask a service to reload its files. Until this is closed the signal does not end the process.
 * Where there is no such signal, as on Windows, nothing happens.
 *
 * <p>The JDK has signals in {@code sun.misc} only, which a compiler warns of and which a runtime may lack: hence by reflection.
 */
public final class HangupSignal implements AutoCloseable {

    private final Class<?> handlers;
    private final Object former;

    private HangupSignal(Runnable onSignal) throws ReflectiveOperationException {
        handlers = Class.forName("sun.misc.SignalHandler");
        former = handle(Proxy.newProxyInstance(
                HangupSignal.class.getClassLoader(), new Class<?>[] {handlers}, (self, method, arguments) -> {
                    if (method.getName().equals("handle")) {
                        onSignal.run();
                        return null;
                    }
                    return method.invoke(onSignal, arguments);
                }));
    }

    private Object handle(Object handler) throws ReflectiveOperationException {
        Class<?> signals = Class.forName("sun.misc.Signal");
        return signals.getMethod("handle", signals, handlers)
                .invoke(null, signals.getConstructor(String.class).newInstance("HUP"), handler);
    }

    /**
     * Handles the signal from now on.
     *
     * @param onSignal quick and thread-safe
     * @return empty where there is no such signal, or the virtual machine keeps it to itself
     */
    public static Optional<HangupSignal> listen(Runnable onSignal) {
        try {
            return Optional.of(new HangupSignal(onSignal));
        } catch (ReflectiveOperationException e) {
            // An unknown signal, or one that -Xrs leaves to others.
            return Optional.empty();
        }
    }

    /** Restores the handler that was there before. */
    @Override
    public void close() {
        try {
            handle(former);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot restore the handler of SIGHUP", e);
        }
    }
}
