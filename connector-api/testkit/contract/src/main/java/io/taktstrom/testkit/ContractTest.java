package io.taktstrom.testkit;

/** One part of {@link ConnectorContract}. */
interface ContractTest {

    Bench bench();
}
