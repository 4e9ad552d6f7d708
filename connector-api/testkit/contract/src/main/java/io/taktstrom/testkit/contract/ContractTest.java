package io.taktstrom.testkit.contract;

/** One part of {@link ConnectorContract}. */
interface ContractTest {

    Bench bench();
}
