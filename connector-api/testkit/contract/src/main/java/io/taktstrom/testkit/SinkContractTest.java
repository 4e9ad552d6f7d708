package io.taktstrom.testkit;

/** One part of {@link SinkContract}. */
interface SinkContractTest {

    SinkBench bench();
}
