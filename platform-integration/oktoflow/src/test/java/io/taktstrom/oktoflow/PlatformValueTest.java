package io.taktstrom.oktoflow;

import java.io.IOException;
import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Date;
import java.util.List;
import java.util.Map;

import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

class PlatformValueTest {

    private static final LocalDateTime MOMENT = LocalDateTime.of(2026, 11, 22, 17, 30, 1);

    private static final StructType RECIPE = new StructType(
            "ST_Recipe",
            List.of(
                    new StructType.Field("nLayers", ScalarType.UINT, 0),
                    new StructType.Field("fWidth", ScalarType.REAL, 4)),
            8);

    private static Object of(DataType type, Object value) throws IOException {
        return PlatformValue.ofDevice(type, value);
    }

    @Test
    void everyScalarHasTheJavaTypeOfItsModelType() throws IOException {
        assertThat(of(ScalarType.BOOL, true)).isEqualTo(true);
        assertThat(of(ScalarType.SINT, -1L)).isEqualTo((byte) -1);
        assertThat(of(ScalarType.USINT, 255L)).isEqualTo((short) 255);
        assertThat(of(ScalarType.INT, -7L)).isEqualTo((short) -7);
        assertThat(of(ScalarType.UINT, 65_535L)).isEqualTo(65_535);
        assertThat(of(ScalarType.DINT, 7L)).isEqualTo(7);
        assertThat(of(ScalarType.UDINT, 4_294_967_295L)).isEqualTo(4_294_967_295L);
        assertThat(of(ScalarType.LINT, 7L)).isEqualTo(7L);
        assertThat(of(ScalarType.ULINT, 7L)).isEqualTo(BigInteger.valueOf(7));
        assertThat(of(ScalarType.REAL, 1.5f)).isEqualTo(1.5f);
        assertThat(of(ScalarType.LREAL, 1.5)).isEqualTo(1.5);
        assertThat(of(StringType.string(8), "press")).isEqualTo("press");
        assertThat(of(ScalarType.TIME, Duration.ofMillis(1500))).isEqualTo(1500L);
        assertThat(of(ScalarType.LTIME, Duration.ofNanos(1500))).isEqualTo(1500L);
        assertThat(of(ScalarType.DT, MOMENT)).isEqualTo(MOMENT);
        assertThat(of(ScalarType.DATE, MOMENT.toLocalDate())).isEqualTo(LocalDateTime.of(2026, 11, 22, 0, 0));
        assertThat(of(ScalarType.TOD, LocalTime.of(6, 30))).isEqualTo(LocalDateTime.of(1970, 1, 1, 6, 30));
        EnumType mode = new EnumType("E_Mode", ScalarType.INT, List.of(new EnumType.Member("Auto", 1)));
        assertThat(of(mode, "Auto")).isEqualTo("Auto");
    }

    @Test
    void arraysAreJavaArraysNestedForEachDimension() throws IOException {
        assertThat(of(ArrayType.of(ScalarType.DINT, 2), List.of(1L, 2L))).isEqualTo(new int[] {1, 2});
        assertThat(of(ArrayType.of(ScalarType.USINT, 2), List.of(0L, 255L))).isEqualTo(new byte[] {0, -1});
        assertThat(of(ArrayType.of(StringType.string(3), 1), List.of("abc"))).isEqualTo(new String[] {"abc"});
        ArrayType matrix = (ArrayType) DataType.parse("ARRAY[0..1,0..1] OF LREAL");
        assertThat(of(matrix, List.of(List.of(1.0, 2.0), List.of(3.0, 4.0))))
                .isEqualTo(new double[][] {{1, 2}, {3, 4}});
    }

    @Test
    void structuresAreMapsAndObjectsOfAClassThatTheApplicationBrings() throws IOException {
        Object fields = of(RECIPE, Map.of("nLayers", 3L, "fWidth", 2.5f));
        assertThat(fields).isEqualTo(Map.of("nLayers", 3, "fWidth", 2.5f));
        Recipe recipe = Beans.of(Recipe.class, (Map<?, ?>) fields);
        assertThat(recipe.nlayers).isEqualTo(3);
        assertThat(recipe.fWidth).isEqualTo(2.5);
        recipe.nlayers = 4;
        assertThat(PlatformValue.toDevice(RECIPE, recipe)).isEqualTo(Map.of("nLayers", 4L, "fWidth", 2.5));
        assertThatIOException()
                .isThrownBy(() -> PlatformValue.toDevice(RECIPE, Map.of("nLayers", 1)))
                .withMessageContaining("the field fWidth");
        assertThatIOException()
                .isThrownBy(() -> PlatformValue.toDevice(RECIPE, "wide"))
                .withMessageContaining("value wide of type String is not a structure");
        assertThatIOException()
                .isThrownBy(() -> Beans.of(Object.class, Map.of("a", 1)))
                .withMessageContaining("none of the fields [a]");
    }

    @Test
    void whatTranslatorsWriteIsWhatTheDeviceTakes() throws IOException {
        assertThat(PlatformValue.toDevice(ArrayType.of(ScalarType.INT, 2), new int[] {1, 2}))
                .isEqualTo(List.of(1, 2));
        assertThat(PlatformValue.toDevice(ScalarType.BYTE, (byte) -1)).isEqualTo(255);
        assertThat(PlatformValue.toDevice(ScalarType.TIME, 1500L)).isEqualTo(Duration.ofMillis(1500));
        assertThat(PlatformValue.toDevice(ScalarType.DATE, MOMENT)).isEqualTo(LocalDate.of(2026, 11, 22));
        assertThat(PlatformValue.toDevice(ScalarType.TOD, MOMENT)).isEqualTo(LocalTime.of(17, 30, 1));
        Date date = Date.from(MOMENT.atZone(ZoneId.systemDefault()).toInstant());
        assertThat(PlatformValue.toDevice(ScalarType.DT, date)).isEqualTo(MOMENT);
        assertThatIOException()
                .isThrownBy(() -> PlatformValue.toDevice(ScalarType.INT, null))
                .withMessageContaining("no value to write");
    }

    /** As oktoflow generates them. */
    public static final class Recipe {
        private long nlayers;
        private double fWidth;
    }
}
