package io.taktstrom.ads.tck;

import java.io.IOException;
import java.util.stream.Stream;

import io.taktstrom.testkit.contract.DeviceUnderTest;
import io.taktstrom.testkit.mutant.ConnectorMutants;
import io.taktstrom.testkit.mutant.Mutant;

/** Broken connectors that push and browse; the Modbus connector has those that need neither. */
class AdsMutantsIT extends ConnectorMutants {

    @Override
    protected DeviceUnderTest startDevice() throws IOException {
        return AdsDevice.anywhere();
    }

    @Override
    protected Stream<Mutant> mutants() {
        return ofAnyConnector().filter(mutant -> !mutant.needs().isEmpty());
    }
}
