/**
 * Steps between a source and the ring. Each source has stages of its own, so they need no locks.
 *
 * <pre>
 *  Deadband         |----x.....x..x----|   x passes: it differs enough, its status is new, or it was silent too long
 *  everyNth         |x.....x.....x.....|   x passes: one in n
 *  firstOfInterval  |x..|x...|x..|x....|   x passes: the first by source time
 *  Average          |[..]=A  [...]=B   |   one LREAL for each interval that has ended
 *  Scale            |x*f+o ............|   all pass, as LREAL
 * </pre>
 *
 * A sample whose status differs from the one before always passes. Hot: nothing here allocates, but when a source
 * appears with a new group or a larger batch than ever before.
 */
@NullMarked
package io.taktstrom.stream.stage;

import org.jspecify.annotations.NullMarked;
