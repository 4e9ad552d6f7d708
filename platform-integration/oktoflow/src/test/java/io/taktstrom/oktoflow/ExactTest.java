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
        assertThat(Exact.toInt((short) 7)).isEqualTo(7);
        assertThat(Exact.toShort(BigInteger.valueOf(-32_768))).isEqualTo(Short.MIN_VALUE);
        assertThat(Exact.toLong(4_294_967_295L)).isEqualTo(4_294_967_295L);
        assertThat(Exact.toDouble(0.1f)).isEqualTo(0.1f);
        assertThat(Exact.toFloat(1.5)).isEqualTo(1.5f);
        assertThat(Exact.toDouble(12)).isEqualTo(12);
        assertThat(Exact.toBigDecimal(0.25)).isEqualByComparingTo(new BigDecimal("0.25"));
        assertThat(Exact.toFloat(Float.NaN)).isNaN();
        assertThat(Exact.toFloat(Double.POSITIVE_INFINITY)).isInfinite();
    }

    @Test
    void whatDoesNotFitIsAnErrorAndNeverCut() {
        assertThatIOException().isThrownBy(() -> Exact.toByte(128)).withMessageContaining("128");
        assertThatIOException().isThrownBy(() -> Exact.toShort(65_535));
        assertThatIOException().isThrownBy(() -> Exact.toInt(4_294_967_295L));
        assertThatIOException().isThrownBy(() -> Exact.toLong(new BigInteger("18446744073709551615")));
        assertThatIOException().isThrownBy(() -> Exact.toInt(1.5));
        assertThatIOException().isThrownBy(() -> Exact.toFloat(0.1));
        assertThatIOException().isThrownBy(() -> Exact.toDouble(9_007_199_254_740_993L));
        assertThatIOException().isThrownBy(() -> Exact.toBigInteger(Double.NaN));
        assertThatIOException().isThrownBy(() -> Exact.toBoolean(1));
        assertThatIOException().isThrownBy(() -> Exact.toInt("7")).withMessageContaining("String");
    }

    @Test
    void arraysAndListsAreConvertedElementByElement() throws IOException {
        assertThat(Exact.toIntArray(new short[] {1, -2})).containsExactly(1, -2);
        assertThat(Exact.toDoubleArray(List.of(1, 2.5f))).containsExactly(1, 2.5);
        assertThat(Exact.toTextArray(new String[] {"a"})).containsExactly("a");
        assertThat(Exact.toByteArray(new byte[] {-1})).containsExactly(-1);
        assertThatIOException().isThrownBy(() -> Exact.toIntArray(new double[] {1.5}));
        assertThatIOException().isThrownBy(() -> Exact.toIntArray(7)).withMessageContaining("an array");
    }
}
