package io.taktstrom.cli.shell;

import java.lang.reflect.Proxy;
import java.util.Optional;

/**
 * SIGHUP, by which operators ask a service to reload its files. Until it is closed it does not end the process. Where
 * there is no such signal, as on Windows, nothing happens.
 *
 * <p>The JDK hears signals in {@code sun.misc} only, which a compiler warns of and which a runtime may lack: hence by name.
 */
public final class HangupSignal implements AutoCloseable {

    private static final String NAME = "HUP";

    private final Class<?> signals;
    private final Class<?> handlers;
    private final Object former;

    private HangupSignal(Class<?> signals, Class<?> handlers, Runnable onSignal) throws ReflectiveOperationException {
        this.signals = signals;
        this.handlers = handlers;
        former = handle(Proxy.newProxyInstance(
                HangupSignal.class.getClassLoader(), new Class<?>[] {handlers}, (self, method, arguments) -> {
                    switch (method.getName()) {
                        case "handle" -> onSignal.run();
                        case "equals" -> {
                            return self == arguments[0];
                        }
                        case "hashCode" -> {
                            return System.identityHashCode(self);
                        }
                        default -> {
                            return "takt's handler of " + NAME;
                        }
                    }
                    return null;
                }));
    }

    private Object handle(Object handler) throws ReflectiveOperationException {
        return signals.getMethod("handle", signals, handlers)
                .invoke(null, signals.getConstructor(String.class).newInstance(NAME), handler);
    }

    /**
     * Hears the signal from now on.
     *
     * @param onSignal quick and thread-safe
     * @return empty where there is no such signal, or the virtual machine keeps it to itself
     */
    public static Optional<HangupSignal> heed(Runnable onSignal) {
        try {
            return Optional.of(new HangupSignal(
                    Class.forName("sun.misc.Signal"), Class.forName("sun.misc.SignalHandler"), onSignal));
        } catch (ReflectiveOperationException e) {
            // An unknown signal, or one that -Xrs leaves to others.
            return Optional.empty();
        }
    }

    /** As it was before. */
    @Override
    public void close() {
        try {
            handle(former);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("SIGHUP cannot be given back, though it could be taken", e);
        }
    }
}
