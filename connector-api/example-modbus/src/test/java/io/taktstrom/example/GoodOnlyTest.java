package io.taktstrom.example;

import java.util.Map;

import io.taktstrom.stage.Stage;
import io.taktstrom.testkit.contract.StageContract;

class GoodOnlyTest extends StageContract {

    @Override
    protected Stage newStage() {
        GoodOnly provider = new GoodOnly();
        return provider.open(provider.descriptor().values("goodOnly", Map.of())).get();
    }
}
