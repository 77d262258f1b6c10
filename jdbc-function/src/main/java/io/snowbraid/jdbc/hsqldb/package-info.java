/** What HSQLDB calls when a statement uses the functions. */
@NullMarked
package io.snowbraid.jdbc.hsqldb;

import org.jspecify.annotations.NullMarked;
