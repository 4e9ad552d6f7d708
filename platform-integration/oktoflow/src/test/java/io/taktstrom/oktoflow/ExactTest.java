package io.taktstrom.oktoflow;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

class ExactTest {

    @Test
    void anyNumberIsAnyTypeThatHoldsIt() throws IOException {
        assertThat(Exact.to(int.class, (short) 7)).isEqualTo(7);
        assertThat(Exact.to(short.class, BigInteger.valueOf(-32_768))).isEqualTo(Short.MIN_VALUE);
        assertThat(Exact.to(long.class, 4_294_967_295L)).isEqualTo(4_294_967_295L);
        assertThat(Exact.to(double.class, 0.1f)).isEqualTo(0.1f);
        assertThat(Exact.to(float.class, 1.5)).isEqualTo(1.5f);
        assertThat(Exact.to(double.class, 12)).isEqualTo(12);
        assertThat(Exact.to(BigDecimal.class, 0.25)).isEqualByComparingTo(new BigDecimal("0.25"));
        assertThat(Exact.to(float.class, Float.NaN)).isNaN();
        assertThat(Exact.to(float.class, Double.POSITIVE_INFINITY)).isInfinite();
    }

    @Test
    void whatDoesNotFitIsAnErrorAndNeverCut() {
        assertThatIOException().isThrownBy(() -> Exact.to(byte.class, 128)).withMessageContaining("128");
        assertThatIOException().isThrownBy(() -> Exact.to(short.class, 65_535));
        assertThatIOException().isThrownBy(() -> Exact.to(int.class, 4_294_967_295L));
        assertThatIOException().isThrownBy(() -> Exact.to(long.class, new BigInteger("18446744073709551615")));
        assertThatIOException().isThrownBy(() -> Exact.to(int.class, 1.5));
        assertThatIOException().isThrownBy(() -> Exact.to(float.class, 0.1));
        assertThatIOException().isThrownBy(() -> Exact.to(double.class, 9_007_199_254_740_993L));
        assertThatIOException().isThrownBy(() -> Exact.to(BigInteger.class, Double.NaN));
        assertThatIOException().isThrownBy(() -> Exact.to(boolean.class, 1));
        assertThatIOException().isThrownBy(() -> Exact.to(int.class, "7")).withMessageContaining("String");
    }

    @Test
    void arraysAndListsAreConvertedElementByElement() throws IOException {
        assertThat(Exact.to(int[].class, new short[] {1, -2})).containsExactly(1, -2);
        assertThat(Exact.to(double[].class, List.of(1, 2.5f))).containsExactly(1, 2.5);
        assertThat(Exact.to(String[].class, new String[] {"a"})).containsExactly("a");
        assertThat(Exact.to(byte[].class, new byte[] {-1})).containsExactly(-1);
        assertThatIOException().isThrownBy(() -> Exact.to(int[].class, new double[] {1.5}));
        assertThatIOException().isThrownBy(() -> Exact.to(int[].class, 7)).withMessageContaining("an array");
    }
}
