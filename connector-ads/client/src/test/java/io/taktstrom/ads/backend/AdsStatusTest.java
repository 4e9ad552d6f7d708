package io.taktstrom.ads.backend;

import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.data.StatusCode;
import io.taktstrom.spi.DeviceErrorException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class AdsStatusTest {

    @ParameterizedTest
    @CsvSource({
        "0x0, Good",
        "0x6, Bad_NoCommunication",
        "0x7, Bad_NoCommunication",
        "0x701, Bad_ServiceUnsupported",
        "0x702, Bad_NodeIdInvalid",
        "0x703, Bad_NodeIdInvalid",
        "0x704, Bad_NotReadable",
        "0x705, Bad_TypeMismatch",
        "0x707, Bad_InvalidState",
        "0x70A, Bad_OutOfMemory",
        "0x710, Bad_NodeIdUnknown",
        "0x711, Bad_OutOfService",
        "0x714, Bad_OutOfService",
        "0x722, Bad_OutOfService",
        "0x716, Bad_TooManyOperations",
        "0x719, Bad_Timeout",
        "0x723, Bad_UserAccessDenied",
        "0x725, Bad_ConfigurationError",
        "0x12345, Bad_DeviceFailure"
    })
    void eachCodeHasTheStatusThatFitsBest(String code, String status) {
        assertThat(StatusCode.name(AdsStatus.of(Integer.decode(code)))).isEqualTo(status);
    }

    @Test
    void onlyNoErrorIsGood() {
        for (int code = 1; code < 0x3000; code++) {
            assertThat(StatusCode.isBad(AdsStatus.of(code)))
                    .as(AdsErrorCode.hex(code))
                    .isTrue();
            assertThat(StatusCode.isBad(AdsStatus.ofWrite(code)))
                    .as(AdsErrorCode.hex(code))
                    .isTrue();
        }
    }

    @Test
    void variablesMayHaveMovedWheneverTheTableSaysToResolveAgain() {
        for (int code = 1; code < 0x3000; code++) {
            boolean expected = AdsErrorCode.of(code).reaction() == AdsErrorCode.Reaction.RE_RESOLVE;
            assertThat(AdsStatus.isStale(code)).as(AdsErrorCode.hex(code)).isEqualTo(expected);
        }
    }

    @Test
    void aRefusalSaysWhatWhereAndWhatToDo() {
        DeviceErrorException refused = AdsStatus.refused("read MAIN.x at 5.32.116.5.1.1:851", 0x710);
        assertThat(refused)
                .hasMessage("read MAIN.x at 5.32.116.5.1.1:851: 0x710 symbol not found; check the name, or browse");
        assertThat(refused.nativeCode()).isEqualTo(0x710);
        assertThat(refused.status()).isEqualTo(StatusCode.BAD_NODE_ID_UNKNOWN);
    }
}
