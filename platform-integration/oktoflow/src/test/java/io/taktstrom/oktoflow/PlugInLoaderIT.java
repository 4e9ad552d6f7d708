package io.taktstrom.oktoflow;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.opcua.simulator.model.OpcUaModel;
import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.s7.simulator.model.S7Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * As oktoflow's plug-in manager does it: the jars are in a class loader of their own, whose parent is the platform's, and the
 * context loader of the thread knows none of them.
 */
class PlugInLoaderIT {

    /** Reads a variable and is notified of it, within the loader of the jars. */
    public static final class Watching implements Callable<String> {

        private final String uri;
        private final String name;
        private final String patience;

        public Watching(String uri, String name, String patience) {
            this.uri = uri;
            this.name = name;
            this.patience = patience;
        }

        @Override
        public String call() throws InterruptedException {
            BlockingQueue<Object> notified = new LinkedBlockingQueue<>();
            try (DeviceSession session = Press.open(uri, Map.of("connectTimeout", patience));
                    Sampler sampler = new Sampler(session, "press1", new Sampler.Rounds() {
                        @Override
                        public void onRound(Round round) throws IOException {
                            Object value = session.during(round, () -> session.get(name, -1));
                            if (!round.isLearning()) {
                                notified.add(value);
                            }
                        }

                        @Override
                        public void onTrouble(String message) {
                            notified.add(message);
                        }
                    })) {
                Object read = session.get(name, 0);
                sampler.startNotifying();
                return read + ", notified of " + notified.poll(30, TimeUnit.SECONDS);
            } catch (IOException e) {
                return String.valueOf(e.getMessage());
            }
        }
    }

    private static Object watch(String uri, String name, String patience) throws Exception {
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
            Object watching = own.loadClass(Watching.class.getName())
                    .getConstructor(String.class, String.class, String.class)
                    .newInstance(uri, name, patience);
            return ((Callable<?>) watching).call();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void anAdsDeviceIsReadAndNotifiesWhateverTheContextLoaderIs() throws Exception {
        try (AdsSimulator plc = Press.start()) {
            assertThat(watch(plc.endpointUri(), "MAIN.setpoint", "30s")).isEqualTo("5, notified of 5");
        }
    }

    @Test
    void anS7DeviceDoesToo() throws Exception {
        try (S7Simulator cpu = S7Simulator.builder()
                .model(S7Model.parse("blocks:\n  DB1: {bytes: 4}\n"))
                .start()) {
            cpu.set("DB1.DBD0:DINT", 6);
            assertThat(watch(cpu.endpointUri(), "DB1.DBD0:DINT", "30s")).isEqualTo("6, notified of 6");
        }
    }

    @Test
    void anOpcUaServerDoesToo() throws Exception {
        try (OpcUaSimulator server = OpcUaSimulator.builder()
                .model(OpcUaModel.parse("points:\n  press.speed: {type: Int32, value: 7}\n"))
                .start()) {
            assertThat(watch(server.endpointUri(), "Objects/press/speed", "30s"))
                    .isEqualTo("7, notified of 7");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"s7://127.0.0.1:1", "opc.tcp://127.0.0.1:1", "ads://127.0.0.1:1/5.1.2.3.1.1:851"})
    void aDeviceThatIsAwayIsTheSameError(String uri) throws Exception {
        assertThat(watch(uri, "any", "300ms"))
                .asString()
                .startsWith("connect to " + uri.substring(0, uri.indexOf(":1") + 2));
    }
}
