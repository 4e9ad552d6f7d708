/** The S7 connector on the simulated CPU: the contract of all connectors. */
@NullMarked
package io.taktstrom.s7.contract;

import org.jspecify.annotations.NullMarked;
