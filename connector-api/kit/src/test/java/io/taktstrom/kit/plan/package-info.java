/** Plans of what to read, tried on points of a few areas. */
@org.jspecify.annotations.NullMarked
package io.taktstrom.kit.plan;
