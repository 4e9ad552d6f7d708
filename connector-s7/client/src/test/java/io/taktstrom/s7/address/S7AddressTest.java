package io.taktstrom.s7.address;

import io.taktstrom.s7.value.S7Array;
import io.taktstrom.s7.value.S7Scalar;
import io.taktstrom.s7.value.S7String;
import io.taktstrom.s7.value.S7Type;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class S7AddressTest {

    @Test
    void bitsThatStartInsideAByteNeedAllBytesThatTheyTouch() {
        assertThat(db(0, 0, S7Array.of(S7Scalar.BOOL, 8)).wireBytes()).isEqualTo(1);
        assertThat(db(0, 1, S7Array.of(S7Scalar.BOOL, 8)).wireBytes()).isEqualTo(2);
        assertThat(db(0, 7, S7Scalar.BOOL).wireBytes()).isEqualTo(1);
    }

    @Test
    void theLastByteOfAnAreaIsTheLastThatAPointerReaches() {
        int last = (1 << 21) - 1;
        assertThat(db(last, 7, S7Scalar.BOOL).wireBytes()).isEqualTo(1);
        refused(last, 0, S7Scalar.INT, "byte 2097152; the last one of area DB is 2097151");
    }

    @Test
    void whatCannotBeIsRefused() {
        refused(-1, 0, S7Scalar.INT, "byte -1");
        refused(0, 8, S7Scalar.BOOL, "bit 8; a byte has the bits 0 to 7");
        refused(0, 1, S7Scalar.INT, "bit 1 of a INT; only a BOOL has one");
        refused(0, 1, S7String.string(5), "only a BOOL has one");
        refused(0, 0, S7Scalar.TIMER, "a TIMER is in area T");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new S7Address(S7Area.COUNTER, 0, 1, 0, S7Scalar.TIMER))
                .withMessageContaining("it has a COUNTER");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new S7Address(S7Area.DATA_BLOCK, 0, 1, 0, S7Scalar.INT))
                .withMessageContaining("data block 0; its number is from 1 to 65535");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new S7Address(S7Area.MEMORY, 1, 1, 0, S7Scalar.INT))
                .withMessageContaining("data block 1");
    }

    private static void refused(int offset, int bit, S7Type type, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> db(offset, bit, type))
                .withMessageContaining(why);
    }

    private static S7Address db(int offset, int bit, S7Type type) {
        return new S7Address(S7Area.DATA_BLOCK, 1, offset, bit, type);
    }
}
