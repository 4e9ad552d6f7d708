/**
 * What a measurement or a connection needs of this machine.
 *
 * <pre>
 *   DoctorCommand --&gt; MachineChecks, TimingChecks --&gt; Finding
 *                          '--&gt; SystemFiles
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.doctor;

import org.jspecify.annotations.NullMarked;
