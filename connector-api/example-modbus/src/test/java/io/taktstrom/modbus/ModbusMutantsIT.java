package io.taktstrom.modbus;

import java.io.IOException;
import java.util.stream.Stream;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.testkit.contract.DeviceUnderTest;
import io.taktstrom.testkit.mutant.ConnectorMutants;
import io.taktstrom.testkit.mutant.Mutant;
import io.taktstrom.testkit.mutant.Wrapped;

/** Broken Modbus connectors: those of any connector that does not push, and those that this protocol invites. */
class ModbusMutantsIT extends ConnectorMutants {

    @Override
    protected DeviceUnderTest startDevice() throws IOException {
        return new ModbusDevice();
    }

    @Override
    protected Stream<Mutant> mutants() {
        return Stream.concat(ofAnyConnector().filter(mutant -> mutant.needs().isEmpty()), own());
    }

    private static Stream<Mutant> own() {
        return Stream.of(
                Mutant.of(
                        "asks for more than the device gives at once, and reports its refusal",
                        connection -> new Wrapped(connection) {
                            @Override
                            public void read(PointGroup group, SampleBatch into) throws ConnectorException {
                                super.read(group, into);
                                if (bytes(group) > 2 * 125) {
                                    for (int i = 0; i < into.size(); i++) {
                                        into.setStatusAt(i, StatusCode.BAD_OUT_OF_RANGE);
                                    }
                                }
                            }

                            private int bytes(PointGroup group) {
                                int bytes = 0;
                                for (int i = 0; i < group.size(); i++) {
                                    bytes += group.typeAt(i).imageBytes();
                                }
                                return bytes;
                            }
                        },
                        "aReadOfManyPointsKeepsTheirOrder"),
                Mutant.of(
                        "does not check the number of an answer",
                        (right, endpoint, context) -> new ModbusSession(endpoint, context, Unchecked::new),
                        "anAnswerThatArrivesTwiceIsNotTakenForTheNextOne"),
                Mutant.of(
                        "never reads again what failed while it was resolved",
                        connection -> new Wrapped(connection) {
                            @Override
                            public void read(PointGroup group, SampleBatch into) throws ConnectorException {
                                super.read(group, into);
                                for (int i = 0; i < into.size(); i++) {
                                    if (StatusCode.isBad(group.statusAt(i))) {
                                        into.setStatusAt(i, group.statusAt(i));
                                    }
                                }
                            }
                        },
                        "aPointThatFailsWhileItIsResolvedIsReadAndWrittenLater"),
                Mutant.of(
                        "never writes what failed while it was resolved",
                        connection -> new Wrapped(connection) {
                            @Override
                            public void write(PointGroup group, SampleBatch values, int[] statusOut)
                                    throws ConnectorException {
                                if (StatusCode.isBad(group.statusAt(0))) {
                                    statusOut[0] = group.statusAt(0);
                                } else {
                                    super.write(group, values, statusOut);
                                }
                            }
                        },
                        "aPointThatFailsWhileItIsResolvedIsReadAndWrittenLater"));
    }

    /** Takes any answer for its own. */
    private static final class Unchecked extends ModbusRequest {
        @Override
        boolean isAnsweredBy(short number) {
            return true;
        }
    }
}
