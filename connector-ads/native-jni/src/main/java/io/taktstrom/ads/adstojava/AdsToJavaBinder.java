package io.taktstrom.ads.adstojava;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Makes an {@link AdsToJava} whose calls are those of the real classes, by method handles. */
final class AdsToJavaBinder {

    private static final Logger LOG = System.getLogger(AdsToJavaBinder.class.getName());
    private static final String PACKAGE = "de.beckhoff.jni.";
    /** What AdsLib itself returns when it cannot send. */
    private static final Long FAILED = -1L;

    private final ClassLoader loader;
    private final Map<Method, MethodHandle> handles = new HashMap<>();

    private AdsToJavaBinder(ClassLoader loader) {
        this.loader = loader;
    }

    /**
     * Initialises no class of AdsToJava, so its library is not loaded yet.
     *
     * @throws ReflectiveOperationException if a class or member that we need is not there
     */
    static AdsToJava bind(ClassLoader loader) throws ReflectiveOperationException {
        AdsToJavaBinder binder = new AdsToJavaBinder(loader);
        for (Method wanted : AdsToJava.class.getDeclaredMethods()) {
            binder.handles.put(wanted, binder.find(wanted));
        }
        return implement(AdsToJava.class, AdsToJava.class.getClassLoader(), binder::call);
    }

    /** An object of AdsToJava's listener interface. */
    static Object listener(ClassLoader loader, InvocationHandler handler) throws ClassNotFoundException {
        return implement(Class.forName(PACKAGE + "tcads.CallbackListenerAdsState", false, loader), loader, handler);
    }

    private static <T> T implement(Class<T> type, ClassLoader loader, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(loader, new Class<?>[] {type}, handler));
    }

    private MethodHandle find(Method wanted) throws ReflectiveOperationException {
        AdsToJava.Of of = wanted.getAnnotation(AdsToJava.Of.class);
        Class<?> type = Class.forName(PACKAGE + (of == null ? AdsToJava.FUNCTIONS : of.value()), false, loader);
        MethodHandle found = wanted.getName().startsWith("new") ? constructor(type, wanted) : method(type, wanted);
        if (found == null) {
            throw new NoSuchMethodException(type.getName() + " has nothing like " + wanted);
        }
        return found.asType(found.type().generic()).asSpreader(Object[].class, wanted.getParameterCount());
    }

    private static @Nullable MethodHandle constructor(Class<?> type, Method wanted) throws IllegalAccessException {
        for (Constructor<?> constructor : type.getConstructors()) {
            MethodHandle handle = MethodHandles.publicLookup().unreflectConstructor(constructor);
            if (fits(handle, wanted)) {
                return handle;
            }
        }
        return null;
    }

    private static @Nullable MethodHandle method(Class<?> type, Method wanted) throws IllegalAccessException {
        for (Method method : type.getMethods()) {
            if (method.getName().equals(wanted.getName())) {
                MethodHandle handle = MethodHandles.publicLookup().unreflect(method);
                if (fits(handle, wanted)) {
                    return handle;
                }
            }
        }
        return null;
    }

    private static boolean fits(MethodHandle handle, Method wanted) {
        boolean fits = handle.type().parameterCount() == wanted.getParameterCount()
                && fits(handle.type().returnType(), wanted.getReturnType());
        for (int i = 0; fits && i < wanted.getParameterCount(); i++) {
            fits = fits(handle.type().parameterType(i), wanted.getParameterTypes()[i]);
        }
        return fits;
    }

    private static boolean fits(Class<?> real, Class<?> ours) {
        return real == ours || (ours == Object.class && real.getName().startsWith(PACKAGE));
    }

    private @Nullable Object call(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        MethodHandle handle = handles.get(method);
        if (handle == null) {
            // What every object has.
            return method.invoke(this, arguments);
        }
        try {
            return handle.invokeExact(arguments);
        } catch (Error e) {
            // So arrives what was thrown in C++, for example when a host cannot be reached.
            if (e.getClass() == Error.class && method.getReturnType() == long.class) {
                LOG.log(Level.DEBUG, method.getName() + " failed in AdsToJava", e);
                return FAILED;
            }
            throw e;
        }
    }
}
