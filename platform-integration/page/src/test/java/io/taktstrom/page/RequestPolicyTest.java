package io.taktstrom.page;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLContext;

import io.taktstrom.http.HttpRequest;
import io.taktstrom.page.access.PageTls;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class RequestPolicyTest {

    private static final int PORT = 8470;

    private static int code(String method, String... headers) {
        return code(RequestPolicy.refusal(request(method, headers), PORT));
    }

    private static int code(RequestPolicy.@Nullable Refusal refusal) {
        return refusal == null ? 200 : refusal.code();
    }

    private static HttpRequest request(String method, String... headers) {
        Map<String, String> fields = new HashMap<>();
        for (int i = 0; i < headers.length; i += 2) {
            fields.put(headers[i].toLowerCase(Locale.ROOT), headers[i + 1]);
        }
        return new HttpRequest(method, "/", fields, ByteBuffer.allocate(0), "127.0.0.1:1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:8470", "localhost:8470", "LOCALHOST:8470", "[::1]:8470"})
    void whoAsksForThisMachineIsAnswered(String host) {
        assertThat(code("GET", "Host", host)).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"plant.example:8470", "127.0.0.1", "127.0.0.1:80", "127.0.0.1.example:8470", "10.0.0.5:8470", ""
            })
    void whoAsksForAnotherHostIsTurnedAway(String host) {
        assertThat(code("GET", "Host", host)).isEqualTo(421);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://plant.example",
                "null",
                "https://127.0.0.1:8470",
                "http://127.0.0.1:9999",
                "http://localhost.example:8470"
            })
    void aPageFromElsewhereIsTurnedAway(String origin) {
        assertThat(code("GET", "Host", "127.0.0.1:8470", "Origin", origin)).isEqualTo(403);
    }

    @Test
    void anotherSiteMayLeadHereAndNothingElse() {
        assertThat(code("GET", "Host", "127.0.0.1:8470", "Sec-Fetch-Site", "cross-site"))
                .isEqualTo(403);
        assertThat(code("GET", "Host", "127.0.0.1:8470", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"))
                .isEqualTo(200);
        assertThat(code("GET", "Host", "127.0.0.1:8470", "Sec-Fetch-Site", "same-origin"))
                .isEqualTo(200);
    }

    @Test
    void whatIsPostedMustBeSaidToBeJson() {
        assertThat(code("POST", "Host", "127.0.0.1:8470", "Content-Type", "text/plain"))
                .isEqualTo(415);
        assertThat(code("POST", "Host", "127.0.0.1:8470", "Content-Type", "application/json; charset=utf-8"))
                .isEqualTo(200);
    }

    private static int codeInTls(String host, String origin) throws Exception {
        PageTls tls = new PageTls(
                SSLContext.getDefault(), List.of("panel.plant", "*.plant.example", "10.0.0.5", "0:0:0:0:0:0:0:5"));
        return code(RequestPolicy.refusal(request("GET", "Host", host, "Origin", origin), tls));
    }

    @ParameterizedTest
    @CsvSource({
        "panel.plant,200",
        "Panel.Plant:8470,200",
        "a.plant.example:443,200",
        "10.0.0.5:8470,200",
        "[0:0:0:0:0:0:0:5]:8470,200",
        "[::5]:8470,200",
        "plant.example,421",
        "a.b.plant.example,421",
        "10.0.0.6:8470,421",
        "localhost:8470,421",
        "'',421"
    })
    void aPageInTlsIsCalledByTheNamesOfItsCertificate(String host, int code) throws Exception {
        assertThat(codeInTls(host, "")).isEqualTo(code);
    }

    @Test
    void aPageInTlsIsItsOwnOriginOnly() throws Exception {
        assertThat(codeInTls("panel.plant:8470", "https://panel.plant:8470")).isEqualTo(200);
        for (String origin :
                List.of("http://panel.plant:8470", "https://panel.plant", "https://10.0.0.5:8470", "null")) {
            assertThat(codeInTls("panel.plant:8470", origin)).as(origin).isEqualTo(403);
        }
    }
}
