/**
 * What a CPU, or the files of its project, say about it: who it is, and which variables it has.
 *
 * <pre>
 *   Identification, BlockCursor      S7SymbolCursor ----> symbol
 *        |
 *     Inquiry        several questions: one deadline, one grant of memory
 *        |
 *   SystemQuery      one question, its answer in as many PDUs as it takes
 *        |
 *     engine
 * </pre>
 */
@NullMarked
package io.taktstrom.s7.device;

import org.jspecify.annotations.NullMarked;
