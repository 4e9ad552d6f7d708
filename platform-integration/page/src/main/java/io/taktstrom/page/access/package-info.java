/**
 * Users of the page: who they are, what they may do, and how a login is guarded.
 *
 * <pre>
 *   UserFile (NAME:ROLE:bcrypt) --&gt; Logins --&gt; Session (cookie, CSRF token) --&gt; Role of each request
 *                                     |  LoginLimit: attempts by name and by address
 *                                     '--&gt; AccessLog: the audit
 * </pre>
 *
 * <p>Passwords are compared by one thread of {@link io.taktstrom.page.access.Logins}; everything else is thread-safe and does not block.
 */
@NullMarked
package io.taktstrom.page.access;

import org.jspecify.annotations.NullMarked;
