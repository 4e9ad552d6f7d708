/**
 * The grammar of a deployment file for machines and for people.
 *
 * <pre>
 *  Catalog --FileGrammar--> Shape --DeploymentSchema--> JSON Schema (editors complete and check)
 *                                 --ReferenceTables---> Markdown (the reference page)
 * </pre>
 */
@NullMarked
package io.taktstrom.deployment.schema;

import org.jspecify.annotations.NullMarked;
