package io.taktstrom.example.register;

import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.example.line.Mutant;
import io.taktstrom.example.line.Wrapped;
import io.taktstrom.kit.plan.SpanRules;
import io.taktstrom.spi.ConnectorException;

/** Connectors for registers with one fault each. */
public final class RegisterMutants {

    private RegisterMutants() {}

    /** All of them. */
    public static List<Mutant> all() {
        return List.of(
                mutant(
                        "asks for more than the device gives at once, and reports its refusal",
                        (right, endpoint, context) -> new Wrapped(right.connect(endpoint, context)) {
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
                mutant(
                        "does not check the number of an answer",
                        (right, endpoint, context) ->
                                new RegisterSession(endpoint, context, SpanRules.requests(125, 2, 250), Unchecked::new),
                        "anAnswerThatArrivesTwiceIsNotTakenForTheNextOne"),
                mutant(
                        "never reads again what failed while it was resolved",
                        (right, endpoint, context) -> new Wrapped(right.connect(endpoint, context)) {
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
                mutant(
                        "never writes what failed while it was resolved",
                        (right, endpoint, context) -> new Wrapped(right.connect(endpoint, context)) {
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

    private static Mutant mutant(String fault, Mutant.Connecting connecting, String... caughtBy) {
        return Mutant.of(fault, new RegisterProvider(), connecting, RegisterDevice::new, caughtBy);
    }

    /** Takes any answer for its own. */
    private static final class Unchecked extends RegisterRequest {
        @Override
        boolean isAnsweredBy(short number) {
            return true;
        }
    }
}
