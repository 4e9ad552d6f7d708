package io.taktstrom.testkit.contract;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.StringType;
import io.taktstrom.stage.Stage;
import io.taktstrom.stage.StageOutput;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** Each defect of a stage is caught by the test that is for it, and without one all tests pass. */
class StageContractTest extends StageContract {

    @Override
    protected Stage newStage() {
        return new Passing();
    }

    @FunctionalInterface
    private interface ContractCase {
        void run(StageContract contract) throws Exception;
    }

    /** Passes all samples; a defect overrides what it does wrong. */
    private static class Passing implements Stage {

        private final StageOutput output = new StageOutput();

        @Override
        public void process(SampleBatch in, SampleSink out) {
            SampleBatch passed = output.begin(in, group(in));
            for (int i = 0; i < in.size(); i++) {
                add(in, i, passed);
            }
            output.end(out);
        }

        PointGroup group(SampleBatch in) {
            return in.group();
        }

        void add(SampleBatch in, int i, SampleBatch passed) {
            passed.addFrom(in, i, in.group().typeAt(in.pointAt(i)));
        }
    }

    static Stream<Arguments> defects() {
        AtomicInteger shared = new AtomicInteger();
        return Stream.of(
                defect(
                        "turns the order round",
                        () -> new Passing() {
                            @Override
                            void add(SampleBatch in, int i, SampleBatch passed) {
                                super.add(in, in.size() - 1 - i, passed);
                            }
                        },
                        StageContract::whatPassesIsAPartOfWhatCameInItsOrder),
                defect(
                        "passes each sample twice",
                        () -> (in, out) -> {
                            new Passing().process(in, out);
                            new Passing().process(in, out);
                        },
                        StageContract::whatPassesKeepsWhenItCameAndIsNumbered),
                defect(
                        "says Good of what is Bad",
                        () -> new Passing() {
                            @Override
                            void add(SampleBatch in, int i, SampleBatch passed) {
                                super.add(in, i, passed);
                                passed.setStatusAt(i, StatusCode.GOOD);
                            }
                        },
                        StageContract::whatPassesIsAPartOfWhatCameInItsOrder),
                defect(
                        "numbers each batch from 0",
                        () -> (in, out) -> new Passing().process(in, out),
                        StageContract::whatPassesKeepsWhenItCameAndIsNumbered),
                defect(
                        "changes texts",
                        () -> new Passing() {
                            @Override
                            void add(SampleBatch in, int i, SampleBatch passed) {
                                if (in.group().typeAt(in.pointAt(i)) instanceof StringType
                                        && !StatusCode.isBad(in.statusAt(i))) {
                                    passed.addText(in.pointAt(i), in.sourceTimeAt(i), in.statusAt(i), "nope");
                                } else {
                                    super.add(in, i, passed);
                                }
                            }
                        },
                        StageContract::textsAndBitsAreNotChanged),
                defect(
                        "passes the batch of the source",
                        () -> (in, out) -> out.onSamples(in),
                        StageContract::theBatchOfTheSourceIsNotChanged),
                defect(
                        "shares a counter with others",
                        () -> new Passing() {
                            @Override
                            void add(SampleBatch in, int i, SampleBatch passed) {
                                if (shared.incrementAndGet() % 3 == 0) {
                                    super.add(in, i, passed);
                                }
                            }
                        },
                        StageContract::stagesOfOneTypeShareNothing),
                defect(
                        "keeps the points that it saw first",
                        () -> new Passing() {
                            private @Nullable PointGroup first;

                            @Override
                            PointGroup group(SampleBatch in) {
                                PointGroup kept = first == null ? in.group() : first;
                                first = kept;
                                return kept;
                            }
                        },
                        StageContract::pointsThatChangeAreTakenAsTheyAreNow),
                defect(
                        "passes an empty batch on",
                        () -> (in, out) -> {
                            SampleBatch copy = new SampleBatch(in.capacity(), in.arenaCapacity());
                            copy.copyFrom(in);
                            out.onSamples(copy);
                        },
                        StageContract::anEmptyBatchPassesNothing),
                defect(
                        "passes nothing after an empty batch",
                        () -> new Passing() {
                            private boolean over;

                            @Override
                            public void process(SampleBatch in, SampleSink out) {
                                over |= in.isEmpty();
                                if (!over) {
                                    super.process(in, out);
                                }
                            }
                        },
                        StageContract::anEmptyBatchPassesNothing),
                defect(
                        "drops for a reason of the pipeline",
                        () -> new Passing() {
                            @Override
                            public DropReason dropReason() {
                                return DropReason.CLOSED;
                            }
                        },
                        StageContract::whatDoesNotPassHasOneReasonThatADeploymentAsksFor),
                defect(
                        "allocates",
                        () -> new Passing() {
                            private volatile byte[] garbage = {};

                            @Override
                            public void process(SampleBatch in, SampleSink out) {
                                garbage = new byte[64 + garbage.length % 2];
                                super.process(in, out);
                            }
                        },
                        StageContract::processingAllocatesNothing));
    }

    private static Arguments defect(String fault, Supplier<Stage> stages, ContractCase caughtBy) {
        return arguments(fault, stages, caughtBy);
    }

    @ParameterizedTest(name = "a stage that {0}")
    @MethodSource("defects")
    void theContractCatches(String fault, Supplier<Stage> stages, ContractCase caughtBy) {
        StageContract contract = new StageContract() {
            @Override
            protected Stage newStage() {
                return stages.get();
            }
        };
        assertThatThrownBy(() -> caughtBy.run(contract)).as(fault).isInstanceOf(AssertionError.class);
    }
}
