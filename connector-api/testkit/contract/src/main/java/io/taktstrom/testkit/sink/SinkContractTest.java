package io.taktstrom.testkit.sink;

/** One part of {@link SinkContract}. */
interface SinkContractTest {

    SinkBench bench();
}
