/**
 * Configurations of connectors.
 *
 * <pre>
 *  Option (with its type, default, text) --> OptionConfig --> ConfigDef: what the REST interface lists and validates
 *  deployment | deployment.file ----------> DeploymentOption --> Deployment, or each problem at its field
 *                                               '-- of(task's connections): what one task runs
 * </pre>
 */
@NullMarked
package io.taktstrom.connect.config;

import org.jspecify.annotations.NullMarked;
