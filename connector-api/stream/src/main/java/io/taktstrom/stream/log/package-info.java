/**
 * Samples on disk, in the order in which they came, until they are acknowledged. Knows nothing of pipelines.
 *
 * <pre>
 *  one writer                                          one reader
 *  begin, append..., commit                            fetch, claim, acknowledge
 *     |                                                   ^
 *     v                                                   |
 *  FOLDER/00000000000000004096.seg   oldest    read, acknowledged: deleted
 *         00000000000000131072.seg   active    records: groups of points, and samples in columns, each with its CRC
 *         progress                             how far samples were taken, acknowledged, and forced to the disk
 *         lock                                 who has the folder
 *
 *  number   0 ......... acknowledged ...... claimed ............. durable ...... end
 *             deleted                at the reader      unread                 (since the last force)
 * </pre>
 */
@NullMarked
package io.taktstrom.stream.log;

import org.jspecify.annotations.NullMarked;
