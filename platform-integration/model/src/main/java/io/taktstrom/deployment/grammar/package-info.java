/**
 * What a deployment file may hold, as values. Made once from the catalog; the loader, the JSON Schema and the reference
 * page all read it, so that they cannot disagree.
 *
 * <pre>
 *  Catalog --FileGrammar--> Shape (a mapping) -- ShapeField ... ShapeField        Shape --DeploymentSchema--> JSON Schema
 *                                                  |
 *                                                 Kind: Value | Decimal | Reference | ... | One, MapOf, ListOf
 *                                                                                            |
 *                                                                                         Choice of Shapes
 * </pre>
 */
@NullMarked
package io.taktstrom.deployment.grammar;

import org.jspecify.annotations.NullMarked;
