package io.taktstrom.spring;

import io.taktstrom.runtime.RunningDeployment;
import org.springframework.context.SmartLifecycle;

/**
 * Ends the deployment while all that its samples go to is still there: after web servers and bindings that listen, before
 * bindings that send. Within, sources end before sinks, in about five seconds at most.
 */
final class DeploymentLifecycle implements SmartLifecycle {

    /** Web servers are at most 2,048 before the default, bindings that listen 1,000; what sends is at the other end. */
    static final int PHASE = DEFAULT_PHASE - 4096;

    private static final System.Logger LOG = System.getLogger("io.taktstrom.spring");

    private final RunningDeployment deployment;
    private volatile boolean running;
    private volatile boolean ended;

    DeploymentLifecycle(RunningDeployment deployment) {
        this.deployment = deployment;
    }

    @Override
    public void start() {
        if (ended) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the deployment was ended with its application context and does not restart; refresh the context");
        }
        running = true;
    }

    @Override
    public void stop() {
        deployment.close();
        ended = true;
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** A context that rests between two tests keeps its devices. */
    @Override
    public boolean isPauseable() {
        return false;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
