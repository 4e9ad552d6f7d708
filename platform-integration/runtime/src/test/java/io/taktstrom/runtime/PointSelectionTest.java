package io.taktstrom.runtime;

import java.util.List;

import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StructType;
import io.taktstrom.spi.BrowseNode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PointSelectionTest {

    private static final StructType AXIS =
            new StructType("ST_Axis", List.of(new StructType.Field("pos", ScalarType.LREAL, 0)), 8);

    private final PointSelection selection = new PointSelection();

    @Test
    void scalarsAreTakenAsTheyCome() {
        add("MAIN.a", ScalarType.INT);
        add("MAIN.ab", ScalarType.INT);
        assertThat(selected()).containsExactly("MAIN.a", "MAIN.ab");
    }

    @Test
    void whatHasNoValueIsLeftOut() {
        add("MAIN.pointer", null);
        assertThat(selected()).isEmpty();
    }

    @Test
    void aStructureGivesWayToItsParts() {
        add("MAIN.x", AXIS);
        add("MAIN.x.pos", ScalarType.LREAL);
        add("MAIN.y", AXIS);
        assertThat(selected()).containsExactly("MAIN.x.pos", "MAIN.y");
    }

    @Test
    void anArrayOfScalarsStandsForItsElements() {
        add("MAIN.a", ArrayType.of(ScalarType.REAL, 2));
        add("MAIN.a[0]", ScalarType.REAL);
        add("MAIN.a[1]", ScalarType.REAL);
        add("MAIN.ab", ScalarType.REAL);
        assertThat(selected()).containsExactly("MAIN.a", "MAIN.ab");
    }

    @Test
    void elementsThatWereAskedForAloneAreTaken() {
        add("MAIN.a[0]", ScalarType.REAL);
        add("MAIN.a[1]", ScalarType.REAL);
        assertThat(selected()).containsExactly("MAIN.a[0]", "MAIN.a[1]");
    }

    @Test
    void anArrayOfStructuresGivesWayToThePartsOfItsElements() {
        add("MAIN.a", ArrayType.of(AXIS, 2));
        add("MAIN.a[0]", AXIS);
        add("MAIN.a[0].pos", ScalarType.LREAL);
        add("MAIN.a[1]", AXIS);
        add("MAIN.a[1].pos", ScalarType.LREAL);
        assertThat(selected()).containsExactly("MAIN.a[0].pos", "MAIN.a[1].pos");
    }

    @Test
    void anArrayInAStructureIsTakenAsAWhole() {
        add("MAIN.s", AXIS);
        add("MAIN.s.values", ArrayType.of(ScalarType.INT, 2));
        add("MAIN.s.values[0]", ScalarType.INT);
        add("MAIN.s.values[1]", ScalarType.INT);
        add("MAIN.s.pos", ScalarType.LREAL);
        assertThat(selected()).containsExactly("MAIN.s.values", "MAIN.s.pos");
    }

    private void add(String address, @Nullable DataType type) {
        selection.add(new BrowseNode(address, type, "", "", false));
    }

    private List<String> selected() {
        return selection.selected().stream().map(BrowseNode::address).toList();
    }
}
