package io.taktstrom.oktoflow.connector;

import de.iip_ecosphere.platform.connectors.model.ModelOutputConverter;

/** Values as they are; what fits, the device's type says. */
final class ExactOutput extends ModelOutputConverter {

    static final ExactOutput INSTANCE = new ExactOutput();

    private ExactOutput() {}

    @Override
    public Object fromLongIndex(long data) {
        return data;
    }

    @Override
    public Object fromFloatIndex(float data) {
        return data;
    }
}
