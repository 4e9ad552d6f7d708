package io.taktstrom.oktoflow.connector;

import java.io.IOException;
import java.util.Arrays;

import de.iip_ecosphere.platform.connectors.model.ModelAccess;
import de.iip_ecosphere.platform.connectors.types.AbstractConnectorOutputTypeTranslator;

/** As oktoflow's generator makes them: each field by its path, with its caching time; no word of what to monitor. */
class StateTranslator extends AbstractConnectorOutputTypeTranslator<Object, MachineState> {

    /** oktoflow's default for fields of a model. */
    static final int CACHE_ALWAYS = -1;

    private final boolean notifications;
    private final String path;

    StateTranslator(boolean notifications, String path) {
        this.notifications = notifications;
        this.path = path;
    }

    @Override
    public MachineState to(Object source) throws IOException {
        ModelAccess access = getModelAccess();
        return new MachineState(
                access.getInputConverter().toInteger(access.get(access.qName(path, "lotSize"), 0)),
                access.getInputConverter().toDouble(access.get(access.qName(path, "power"), 0)),
                access.getString(access.qName(path, "name"), CACHE_ALWAYS),
                Arrays.stream(access.getIntegerArray(access.qName(path, "curve")))
                        .boxed()
                        .toList());
    }

    @Override
    public void initializeModelAccess() throws IOException {
        getModelAccess().useNotifications(notifications);
    }

    @Override
    public Class<? extends Object> getSourceType() {
        return Object.class;
    }

    @Override
    public Class<? extends MachineState> getTargetType() {
        return MachineState.class;
    }
}
