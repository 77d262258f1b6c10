/**
 * Public ids: texts and UUIDs that cannot be guessed, counted or forged without a key.
 *
 * <p>Applications only need {@link io.snowbraid.publicid.PublicId}.
 */
@NullMarked
package io.snowbraid.publicid;

import org.jspecify.annotations.NullMarked;
