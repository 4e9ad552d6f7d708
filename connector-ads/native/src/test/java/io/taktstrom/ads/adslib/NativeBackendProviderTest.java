package io.taktstrom.ads.adslib;

import java.util.ServiceLoader;

import io.taktstrom.ads.backend.AdsBackendProvider;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NativeBackendProviderTest {

    @Test
    void theConnectorFindsItAndWithoutABindingItHasNoBackend() {
        assertThat(ServiceLoader.load(AdsBackendProvider.class).stream().map(ServiceLoader.Provider::get))
                .singleElement()
                .isInstanceOfSatisfying(
                        NativeBackendProvider.class,
                        provider -> assertThat(provider.names()).isEmpty());
    }

    @Test
    void onlyForeignFunctionsNeedANewerJava() {
        NativeBackendProvider provider = new NativeBackendProvider();
        assertThat(provider.obstacle("jna")).isEmpty();
        if (Runtime.version().feature() < 22) {
            assertThat(provider.obstacle("ffm")).contains("needs Java 22 or newer", System.getProperty("java.version"));
        } else {
            assertThat(provider.obstacle("ffm")).isEmpty();
        }
    }
}
