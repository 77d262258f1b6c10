/** What Derby calls when a statement uses the functions. */
@NullMarked
package io.snowbraid.jdbc.derby;

import org.jspecify.annotations.NullMarked;
