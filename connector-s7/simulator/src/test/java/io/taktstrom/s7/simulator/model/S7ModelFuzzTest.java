package io.taktstrom.s7.simulator.model;

import java.nio.file.Path;
import java.util.stream.Stream;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.simulation.ModelException;
import io.taktstrom.testkit.peer.FuzzedParser;
import org.junit.jupiter.params.provider.MethodSource;

/** Model files of anything: a model, or a refusal that says where. */
class S7ModelFuzzTest {

    static Stream<byte[]> models() {
        return FuzzedParser.files(Path.of("src/main/resources/io/taktstrom/s7/simulator/model"), "demo.yaml");
    }

    @MethodSource("models")
    @FuzzTest(maxDuration = "3m")
    void anyTextIsAModelOrRefused(byte[] bytes) {
        FuzzedParser.check(
                bytes.length, ModelException.class, () -> FuzzedParser.show(S7Model.parse(FuzzedParser.text(bytes))));
    }
}
