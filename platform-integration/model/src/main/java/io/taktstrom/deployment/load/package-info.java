/**
 * From a file to a {@link io.taktstrom.deployment.Deployment}, or to everything that is wrong with it.
 *
 * <pre>
 *  files --text--> nodes with positions --Assembly--> one whole --grammar--> checked fields --load--> records --> Deployment
 *                          |            (includes, templates,  |                    |                   |
 *                          |             defaults)             |                    |                   |
 *                          +-------- problems -----------------+--------------------+-------------------+----> Invalid
 * </pre>
 */
@NullMarked
package io.taktstrom.deployment.load;

import org.jspecify.annotations.NullMarked;
