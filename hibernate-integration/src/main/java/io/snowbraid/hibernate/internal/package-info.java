/** What the generator objects of one registry share; not for users. */
@NullMarked
package io.snowbraid.hibernate.internal;

import org.jspecify.annotations.NullMarked;
