package io.taktstrom.oktoflow;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import io.taktstrom.ads.simulator.AdsSimulator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * As oktoflow's plug-in manager does it: the jars are in a class loader of their own, whose parent is the platform's, and the
 * context loader of the thread knows none of them.
 */
class PlugInLoaderIT {

    /** Connects, within the loader of the jars. */
    public static final class Connecting implements Callable<String> {

        private final String uri;

        public Connecting(String uri) {
            this.uri = uri;
        }

        @Override
        public String call() {
            try (DeviceSession session = Press.open(uri, Map.of("connectTimeout", "300ms"))) {
                return String.valueOf(session.get("MAIN.setpoint", 0));
            } catch (IOException e) {
                return String.valueOf(e.getMessage());
            }
        }
    }

    private static Object connect(String uri) throws Exception {
        List<URL> jars = new ArrayList<>();
        for (String each : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            jars.add(Path.of(each).toUri().toURL());
        }
        ClassLoader platform = ClassLoader.getPlatformClassLoader();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader own = new URLClassLoader(jars.toArray(URL[]::new), platform);
                URLClassLoader foreign = new URLClassLoader(new URL[0], platform)) {
            thread.setContextClassLoader(foreign);
            Object connecting = own.loadClass(Connecting.class.getName())
                    .getConstructor(String.class)
                    .newInstance(uri);
            return ((Callable<?>) connecting).call();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void aDeviceIsReadWhateverTheContextLoaderIs() throws Exception {
        try (AdsSimulator plc = Press.start()) {
            assertThat(connect(plc.endpointUri())).isEqualTo("5");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"s7://127.0.0.1:1", "opc.tcp://127.0.0.1:1", "ads://127.0.0.1:1/5.1.2.3.1.1:851"})
    void eachConnectorIsFoundAndConnects(String uri) throws Exception {
        assertThat(connect(uri)).asString().startsWith("connect to " + uri.substring(0, uri.indexOf(":1") + 2));
    }
}
