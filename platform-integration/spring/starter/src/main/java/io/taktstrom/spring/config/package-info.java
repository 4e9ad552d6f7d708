/**
 * From Spring's environment to a deployment, or to words about what is wrong.
 *
 * <pre>
 *  taktstrom.deployment = classpath:plant.yaml ----------------------------+
 *  taktstrom.connections.press1.host = ... --> PropertyTree --> text ------+--> DeploymentLoader --> Deployment
 *                                              names, places               |
 *                                                                          +--> StartFailure --> StartFailureAnalyzer
 * </pre>
 */
@NullMarked
package io.taktstrom.spring.config;

import org.jspecify.annotations.NullMarked;
