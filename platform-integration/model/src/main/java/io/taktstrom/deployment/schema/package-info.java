/**
 * The grammar of a deployment file for editors and other tools.
 *
 * <pre>
 *  Catalog --FileGrammar--> Shape --DeploymentSchema--> JSON Schema
 * </pre>
 */
@NullMarked
package io.taktstrom.deployment.schema;

import org.jspecify.annotations.NullMarked;
