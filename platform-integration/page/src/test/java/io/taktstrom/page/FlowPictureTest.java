package io.taktstrom.page;

import java.util.Map;

import io.taktstrom.runtime.health.Condition;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FlowPictureTest {

    private final FlowPicture picture = new FlowPicture(2);

    private void device(String name, Condition condition) {
        picture.add(new Overview.Node("d:" + name, "device", name, condition, "", ""));
    }

    @Test
    void whereThereIsNoRoomForAllThoseInTroubleAreShownAndTheOthersCounted() {
        device("a", Condition.UP);
        device("b", Condition.DEGRADED);
        device("c", Condition.UP);
        device("d", Condition.DOWN);
        picture.flows("d:a", "d:d", 1, -1, Condition.UP);
        picture.flows("d:b", "d:d", 1, -1, Condition.UP);
        Overview.Flow flow = picture.flow();
        assertThat(flow.nodes()).extracting(Overview.Node::name).containsExactly("d", "b");
        assertThat(flow.hidden()).isEqualTo(Map.of("device", 2));
        assertThat(flow.edges()).extracting(Overview.Edge::from).containsExactly("d:b");
    }

    @Test
    void whatFlowsTheSameWayIsOneAndDoesAsTheWorst() {
        device("a", Condition.UP);
        device("b", Condition.UP);
        picture.flows("d:a", "d:b", 1.5, -1, Condition.DEGRADED);
        picture.flows("d:a", "d:b", 2, 7, Condition.UP);
        assertThat(picture.flow().edges()).containsExactly(new Overview.Edge("d:a", "d:b", 3.5, 7, Condition.DEGRADED));
    }
}
