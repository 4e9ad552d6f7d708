/**
 * What a stage implements: a step between a source and the ring.
 *
 * <pre>
 *  StageProvider --open(OptionValues)--> Supplier --get, once for each source--> Stage
 *                                                                                 | process(in, out)
 *                                                               source --> stage --> stage --> ring
 * </pre>
 */
@NullMarked
package io.taktstrom.stage;

import org.jspecify.annotations.NullMarked;
