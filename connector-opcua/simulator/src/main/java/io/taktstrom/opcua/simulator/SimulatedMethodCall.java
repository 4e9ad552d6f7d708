package io.taktstrom.opcua.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.opcua.server.type.MiloValues;
import io.taktstrom.opcua.server.type.PlainValue;
import io.taktstrom.opcua.server.type.TypeNodes;
import io.taktstrom.opcua.server.type.VariableType;
import io.taktstrom.opcua.simulator.model.SimulatedMethod;
import io.taktstrom.simulation.MethodBody;
import org.eclipse.milo.opcua.sdk.server.methods.AbstractMethodInvocationHandler;
import org.eclipse.milo.opcua.sdk.server.nodes.UaMethodNode;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.UaException;
import org.eclipse.milo.opcua.stack.core.types.builtin.LocalizedText;
import org.eclipse.milo.opcua.stack.core.types.builtin.Variant;
import org.eclipse.milo.opcua.stack.core.types.structured.Argument;
import org.jspecify.annotations.Nullable;

/** A method of the model in one run of the server. Milo has checked number and types of the inputs. */
final class SimulatedMethodCall extends AbstractMethodInvocationHandler {

    private final SimulatedMethod method;
    private final MiloValues values;
    private final TypeNodes types;
    private final ServerState simulation;

    SimulatedMethodCall(
            UaMethodNode node, SimulatedMethod method, MiloValues values, TypeNodes types, ServerState simulation) {
        super(node);
        this.method = method;
        this.values = values;
        this.types = types;
        this.simulation = simulation;
    }

    @Override
    public Argument[] getInputArguments() {
        return arguments(method.inputs());
    }

    @Override
    public Argument[] getOutputArguments() {
        return arguments(method.outputs());
    }

    private Argument[] arguments(Map<String, VariableType> arguments) {
        return arguments.entrySet().stream()
                .map(each -> new Argument(
                        each.getKey(),
                        types.id(each.getValue().element()),
                        each.getValue().valueRank(),
                        TypeNodes.dimensions(each.getValue()),
                        LocalizedText.NULL_VALUE))
                .toArray(Argument[]::new);
    }

    @Override
    protected Variant[] invoke(InvocationContext context, Variant[] given) throws UaException {
        simulation.counters.increment(OpcUaCounter.CALLS);
        pause();
        try {
            List<Object> inputs = new ArrayList<>();
            for (VariableType type : method.inputs().values()) {
                inputs.add(values.plain(type, given[inputs.size()].value()));
            }
            List<Object> outputs = outputs(simulation.body(method.name()), inputs);
            Variant[] answer = new Variant[outputs.size()];
            int next = 0;
            for (VariableType type : method.outputs().values()) {
                answer[next] = values.variant(type, PlainValue.normal(type, outputs.get(next)));
                next++;
            }
            return answer;
        } catch (IllegalArgumentException e) {
            throw new UaException(StatusCodes.Bad_InvalidArgument, e);
        }
    }

    private List<Object> outputs(@Nullable MethodBody body, List<Object> inputs) throws UaException {
        if (body != null) {
            List<Object> outputs = body.call(inputs);
            if (outputs.size() != method.outputs().size()) {
                throw new IllegalArgumentException("method " + method.name() + " gave " + outputs.size()
                        + " outputs, but has " + method.outputs().size());
            }
            return outputs;
        }
        if (method.result() instanceof SimulatedMethod.Result.Returns returns) {
            return returns.outputs();
        }
        if (method.result() instanceof SimulatedMethod.Result.Fails fails) {
            throw new UaException(Integer.toUnsignedLong(fails.status()));
        }
        return inputs;
    }

    private void pause() {
        long end = System.nanoTime() + method.delay().toNanos();
        for (long left = end - System.nanoTime(); left > 0 && !simulation.isClosed(); left = end - System.nanoTime()) {
            LockSupport.parkNanos(Math.min(left, 10_000_000));
        }
    }
}
