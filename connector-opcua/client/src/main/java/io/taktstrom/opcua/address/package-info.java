/**
 * From the text of an address to a node of the server and the look of its values, and back.
 *
 * <pre>
 *   "nsu=urn:x;s=Speed"       NodeAddress --.
 *   "/Objects/2:Press/Speed"  PathAddress --+--> Resolver --> ResolvedPoints: node and layout of each point
 *   "events:i=2253?..."       EventAddress -'       ^     OpcUaAddress.parse, then in(Namespaces)
 *                                            UaBrowseCursor: addresses of what there is, with its types
 * </pre>
 */
@NullMarked
package io.taktstrom.opcua.address;

import org.jspecify.annotations.NullMarked;
