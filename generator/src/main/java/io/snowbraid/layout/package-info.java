/** What an id consists of: layouts, fields of ids, ranges of ids, and ids as texts. */
@NullMarked
package io.snowbraid.layout;

import org.jspecify.annotations.NullMarked;
