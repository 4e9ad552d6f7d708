/**
 * Addresses of S7 variables. No I/O; immutable and thread-safe.
 *
 * <pre>
 *  STEP 7   DB1.DBD4   MW4   I0.0   T5      --.
 *  plc4j    %DB1.DBD4:REAL   %DB1:20:INT[3] --+--> S7Address: area, data block, offset, bit, type
 *  nodeS7   DB1,REAL4   DB1,S20.30   MR4    --'
 * </pre>
 */
@NullMarked
package io.taktstrom.s7.address;

import org.jspecify.annotations.NullMarked;
