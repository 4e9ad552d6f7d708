/**
 * From a file to a {@link io.taktstrom.deployment.Deployment}, or to everything that is wrong with it.
 *
 * <pre>
 *  file --text--> nodes with positions --grammar--> checked fields --load--> records --references--> Deployment
 *                          |                            |                        |
 *                          +-------- problems ----------+------------------------+----------> Invalid
 * </pre>
 */
@NullMarked
package io.taktstrom.deployment.load;

import org.jspecify.annotations.NullMarked;
