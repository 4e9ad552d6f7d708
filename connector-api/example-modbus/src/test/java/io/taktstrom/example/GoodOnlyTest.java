package io.taktstrom.example;

import java.util.List;
import java.util.Map;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.stage.Stage;
import io.taktstrom.testkit.contract.StageContract;

class GoodOnlyTest extends StageContract {

    @Override
    protected Stage newStage() {
        return new GoodOnly()
                .open(OptionValues.checked("goodOnly", List.of(), Map.of()))
                .get();
    }
}
