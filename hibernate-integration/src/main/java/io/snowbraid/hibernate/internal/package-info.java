/** Internal: state shared by a service registry's generators. */
@NullMarked
package io.snowbraid.hibernate.internal;

import org.jspecify.annotations.NullMarked;
