/** The structure of ids: layouts, fields, id ranges, and ids as text. */
@NullMarked
package io.snowbraid.layout;

import org.jspecify.annotations.NullMarked;
