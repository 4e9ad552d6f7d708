package io.taktstrom.spring.test;

import java.io.IOException;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.simulation.Simulator;

/** The devices that can be simulated. */
public enum Device {
    /** A TwinCAT-like PLC. */
    ADS {
        @Override
        Simulator start(String model) throws IOException {
            return AdsSimulator.builder()
                    .model(io.taktstrom.ads.simulator.model.AdsModel.parse(model))
                    .start();
        }
    },
    /** An S7 CPU. */
    S7 {
        @Override
        Simulator start(String model) throws IOException {
            return S7Simulator.builder()
                    .model(io.taktstrom.s7.simulator.model.S7Model.parse(model))
                    .start();
        }
    },
    /** An OPC UA server. */
    OPCUA {
        @Override
        Simulator start(String model) throws IOException {
            return OpcUaSimulator.builder()
                    .model(io.taktstrom.opcua.simulator.model.OpcUaModel.parse(model))
                    .start();
        }
    };

    /** On a free port of 127.0.0.1. */
    abstract Simulator start(String model) throws IOException;
}
