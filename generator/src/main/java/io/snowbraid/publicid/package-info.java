/**
 * Ids for strangers: texts that can neither be guessed nor counted, and that nobody can make up.
 *
 * <p>{@link io.snowbraid.publicid.PublicId} is all that an application needs.
 */
@NullMarked
package io.snowbraid.publicid;

import org.jspecify.annotations.NullMarked;
