/**
 * Variables out of NodeSet2 files (OPC 10000-6, Annex F), without a server.
 *
 * <pre>
 *   file --NodeSetReader--> nodes --> variables of instances, with addresses and paths of names (NodeSet)
 * </pre>
 */
@NullMarked
package io.taktstrom.opcua.nodeset;

import org.jspecify.annotations.NullMarked;
