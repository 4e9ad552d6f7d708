package io.taktstrom.spring.config;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what is wrong with a deployment instead of where in Spring it came to light. */
final class StartFailureAnalyzer extends AbstractFailureAnalyzer<StartFailure> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, StartFailure cause) {
        return new FailureAnalysis(cause.description(), cause.remedy(), rootFailure);
    }
}
