package io.taktstrom.opcua.server;

import org.eclipse.milo.opcua.sdk.server.model.variables.BaseAnalogType;
import org.eclipse.milo.opcua.sdk.server.nodes.UaVariableNode;
import org.eclipse.milo.opcua.stack.core.types.builtin.LocalizedText;
import org.eclipse.milo.opcua.stack.core.types.structured.EUInformation;

/** The unit of a variable, as its property EngineeringUnits. */
public final class EngineeringUnits {

    /** The code list of units that most servers use (OPC 10000-8, 5.6.4.3), and what stands for none of its codes. */
    private static final String UNITS = "http://www.opcfoundation.org/UA/units/un/cefact";

    private static final int NO_CODE = -1;

    private EngineeringUnits() {}

    /**
     * Adds the property, or changes it.
     *
     * @param unit its text; empty for none
     */
    public static void put(UaVariableNode node, String unit) {
        if (!unit.isEmpty()
                || node.getPropertyNode(BaseAnalogType.ENGINEERING_UNITS).isPresent()) {
            LocalizedText text = LocalizedText.english(unit);
            node.setProperty(BaseAnalogType.ENGINEERING_UNITS, new EUInformation(UNITS, NO_CODE, text, text));
        }
    }
}
