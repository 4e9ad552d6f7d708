/**
 * The vocabulary of the deployment: what is read, where it lives, what type it has, how it is sampled. Values only.
 *
 * <pre>
 *  Endpoint (a device)          ScanClass (how to sample)
 *      |                            |
 *      +---- DataPoint -------------+
 *             name, address, DataType
 *                              |
 *            ScalarType | StringType | EnumType | ArrayType | StructType
 * </pre>
 */
@NullMarked
package io.taktstrom.model;

import org.jspecify.annotations.NullMarked;
